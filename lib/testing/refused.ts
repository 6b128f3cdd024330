import { expect } from 'vitest'
import { httpErrors } from '@/lib/http/error-table'
import type { ErrorCode } from '@/lib/interactions/errors'
import { type Answer, origin } from './api'

/** Expects the error and the whole shape of C1. @returns the error, for what else a test wants of it */
export function expectRefused(
  answer: Answer,
  status: number,
  code: ErrorCode,
  param?: string,
): Answer['body']['error'] {
  const { error } = answer.body
  expect({ status: answer.status, code: error?.code, message: error?.message }).toEqual({
    status,
    code,
    message: expect.stringMatching(/\S/),
  })
  if (param !== undefined) expect(error.param).toBe(param)
  expect(Object.keys(answer.body)).toEqual(['error'])
  const { param: _param, details: _details, ...always } = error
  expect(always).toEqual({
    type: httpErrors[code].type,
    code,
    message: error.message,
    doc_url: `${origin}/errors/${code}`,
    request_id: answer.headers.get('X-Request-Id'),
  })
  expect(error.request_id).toMatch(/^req_[0-9a-z]{26}$/)
  expect(answer.headers.get('Content-Type')).toBe('application/json')
  return error
}
