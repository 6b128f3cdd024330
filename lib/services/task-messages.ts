import type { NewEntry } from '@/lib/store/task-log'
import { newId } from './context'

/** A part of a message or artifact, as A2A writes it. */
export type Part = Record<string, unknown>

/** What an agent says in a task. */
export function agentMessage(task: { id: string }, said: string | Part[], kind: 'message' | 'final'): NewEntry {
  const id = newId('msg')
  const parts = typeof said === 'string' ? [{ text: said }] : said
  return { id, kind, body: { messageId: id, role: 'ROLE_AGENT', taskId: task.id, parts } }
}
