import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import type { z } from 'zod'
import type { JsonObject } from '@/lib/interactions/json-text'
import type { Access } from '@/lib/services/access'
import type { Ctx } from '@/lib/services/context'

/** One call of a tool. */
export interface Call {
  ctx: Ctx
  /** Tells the caller, where it asked to be told, that a person is still waited for. */
  progress(elapsedSeconds: number, totalSeconds: number): Promise<void>
}

export interface McpTool {
  name: string
  title: string
  description(ctx: Ctx): string
  /** Flat: clients refuse a union at the root. */
  input(ctx: Ctx): z.ZodObject
  annotations: ToolAnnotations
  /** Whose scope has it. */
  access: Access
  /** Whether this caller has it, beyond its scope. */
  isOn?(ctx: Ctx): Promise<boolean>
  run(call: Call, args: JsonObject): Promise<CallToolResult>
}

/** A reply's JSON for the model to read, and the same as data. */
export function toResult(json: string): CallToolResult {
  return { content: [{ type: 'text', text: json }], structuredContent: JSON.parse(json) as Record<string, unknown> }
}
