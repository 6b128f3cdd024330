import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { ErrorCode } from '@/lib/interactions/errors'
import { type Api, type Body, type Call, dialects, startApi } from '@/lib/testing/api'
import { type AskName, asks, exampleOf } from '@/lib/testing/asks'
import { expectUnchanged } from '@/lib/testing/object'
import { expectRefused } from '@/lib/testing/refused'
import { verifies } from '@/lib/testing/verifies'

interface Refusal {
  ids: string
  on: AskName
  /** The body as a value, or as the exact text or bytes that are sent. */
  send: Record<string, unknown> | string | Uint8Array
  status?: number
  code: ErrorCode
  param?: string
  headers?: Record<string, string>
}

const nul = '\\u0000'
const face = '\u{1F600}'
const answers = (...list: unknown[]) => ({ answers: list })

const answerRefusals: Refusal[] = [
  // The form of the request.
  {
    ids: 'B30 C28',
    on: 'A',
    send: '{"approve":true}',
    headers: { 'Content-Encoding': 'gzip' },
    status: 415,
    code: 'unsupported_media_type',
    param: 'Content-Encoding',
  },
  {
    ids: 'B30 C28',
    on: 'A',
    send: '{"approve":true}',
    headers: { 'Content-Type': 'text/plain' },
    status: 415,
    code: 'unsupported_media_type',
    param: 'Content-Type',
  },
  {
    ids: 'B30 C28',
    on: 'A',
    send: 'approve=true',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    status: 415,
    code: 'unsupported_media_type',
  },
  {
    ids: 'B30 C28',
    on: 'A',
    send: '{"approve":true}',
    headers: { 'Content-Type': '' },
    status: 415,
    code: 'unsupported_media_type',
  },
  {
    ids: 'B30 C28',
    on: 'A',
    send: '{"approve":true}',
    headers: { 'Content-Type': 'application/json; charset=utf-16' },
    status: 415,
    code: 'unsupported_media_type',
  },
  {
    ids: 'B30 C28',
    on: 'A',
    send: '{"approve":true}',
    headers: { 'Content-Type': 'application/jsonp' },
    status: 415,
    code: 'unsupported_media_type',
  },
  {
    ids: 'B30 C28',
    on: 'A',
    send: '{"approve":true}',
    headers: { 'Content-Type': 'application/vnd.api+json' },
    status: 415,
    code: 'unsupported_media_type',
  },
  {
    ids: 'B30 C28',
    on: 'A',
    send: '{"approve":true}',
    headers: { 'Content-Type': 'text/plain, application/json' },
    status: 415,
    code: 'unsupported_media_type',
  },
  { ids: 'B32', on: 'A', send: '', code: 'invalid_json' },
  { ids: 'B32', on: 'A', send: '   \n ', code: 'invalid_json' },
  { ids: 'B32 C29', on: 'A', send: 'null', code: 'invalid_request' },
  { ids: 'B32 C29', on: 'A', send: '[]', code: 'invalid_request' },
  { ids: 'B32 C29', on: 'A', send: '[{"approve":true}]', code: 'invalid_request' },
  { ids: 'B32 C29', on: 'A', send: '"yes"', code: 'invalid_request' },
  { ids: 'B32 C29', on: 'A', send: 'true', code: 'invalid_request' },
  { ids: 'B32 C29', on: 'A', send: '7', code: 'invalid_request' },
  { ids: 'B33', on: 'A', send: '{"approve": true', code: 'invalid_json' },
  { ids: 'B33', on: 'A', send: '{"approve":true,}', code: 'invalid_json' },
  { ids: 'B33', on: 'A', send: '{"approve":true} // yes', code: 'invalid_json' },
  { ids: 'B33', on: 'A', send: '{/* yes */"approve":true}', code: 'invalid_json' },
  { ids: 'B33', on: 'TC', send: '{"output":NaN}', code: 'invalid_json' },
  { ids: 'B33', on: 'TC', send: '{"output":Infinity}', code: 'invalid_json' },
  { ids: 'B33', on: 'A', send: "{'approve':true}", code: 'invalid_json' },
  { ids: 'B33', on: 'A', send: '{"approve":true}{}', code: 'invalid_json' },
  { ids: 'B33', on: 'TC', send: '{"output":01}', code: 'invalid_json' },
  { ids: 'B33', on: 'Q1', send: '{"answers":["a\nb"]}', code: 'invalid_json' },
  { ids: 'B34 C29', on: 'A', send: '{"approve":false,"approve":true}', code: 'invalid_json' },
  { ids: 'B34 C29', on: 'A', send: '{"approve":true,"approve":true}', code: 'invalid_json' },
  { ids: 'B34 C29', on: 'A', send: '{"approve":false,"\\u0061pprove":true}', code: 'invalid_json' },
  { ids: 'B34 C29', on: 'TC', send: '{"output":{"a":{"b":1,"b":2}}}', code: 'invalid_json' },
  { ids: 'B34 C29', on: 'TC', send: '{"output":[{"__proto__":1,"__proto__":2}]}', code: 'invalid_json' },
  { ids: 'B36 C29', on: 'A', send: Buffer.from('\ufeff{"approve":true}', 'utf16le'), code: 'invalid_json' },
  { ids: 'B36 C29', on: 'A', send: Buffer.from('{"approve":true}', 'utf16le'), code: 'invalid_json' },
  {
    ids: 'B36 C29',
    on: 'Q1',
    send: Buffer.concat([Buffer.from('{"answers":["'), Buffer.from([0xc3, 0x28]), Buffer.from('"]}')]),
    code: 'invalid_json',
  },
  {
    ids: 'B36 C29',
    on: 'Q1',
    send: Buffer.concat([Buffer.from('{"answers":["'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"]}')]),
    code: 'invalid_json',
  },
  {
    ids: 'B36 C29',
    on: 'Q1',
    send: Buffer.concat([Buffer.from('{"answers":["'), Buffer.from([0xc0, 0x80]), Buffer.from('"]}')]),
    code: 'invalid_json',
  },
  { ids: 'B37 C29 D18.14', on: 'TC', send: `{"output":${'['.repeat(64)}${']'.repeat(64)}}`, code: 'invalid_json' },
  { ids: 'B37 C29', on: 'TC', send: `{"output":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, code: 'invalid_json' },
  {
    ids: 'B37 C29',
    on: 'TC',
    send: `{"output":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
    code: 'invalid_json',
  },
  { ids: 'B37 C29', on: 'TC', send: `{"output":${'['.repeat(100_000)}`, code: 'invalid_json' },
  { ids: 'B37 C29', on: 'TC', send: `{"output":[${'1,'.repeat(199_999)}1]}`, code: 'invalid_json' },
  { ids: 'B38 C27', on: 'TC', send: `{"output":"${'x'.repeat(10_000_000)}"}`, status: 413, code: 'body_too_large' },
  { ids: 'B38 C27', on: 'TC', send: `{"output":"${'x'.repeat(1024 * 1024)}"}`, status: 413, code: 'body_too_large' },
  {
    ids: 'B38 C27',
    on: 'TC',
    send: `{"output":"${'x'.repeat(2_000_000)}"}`,
    headers: { 'Content-Length': '20' },
    status: 413,
    code: 'body_too_large',
  },
  {
    ids: 'B38 C27',
    on: 'TC',
    send: '{"output":1}',
    headers: { 'Content-Length': '10000000' },
    status: 413,
    code: 'body_too_large',
  },
  {
    ids: 'B85 A38',
    on: 'A',
    send: { approve: true },
    headers: { 'Idempotency-Key': '' },
    code: 'invalid_idempotency_key',
    param: 'Idempotency-Key',
  },
  {
    ids: 'B85 A38',
    on: 'A',
    send: { approve: true },
    headers: { 'Idempotency-Key': 'x'.repeat(256) },
    code: 'invalid_idempotency_key',
    param: 'Idempotency-Key',
  },
  {
    ids: 'B85 A38',
    on: 'A',
    send: { approve: true },
    headers: { 'Idempotency-Key': 'na\u00efve' },
    code: 'invalid_idempotency_key',
    param: 'Idempotency-Key',
  },
  {
    ids: 'B85 A38',
    on: 'A',
    send: { approve: true },
    headers: { 'Idempotency-Key': 'two words' },
    code: 'invalid_idempotency_key',
    param: 'Idempotency-Key',
  },
  {
    ids: 'B85 A38',
    on: 'A',
    send: { approve: true },
    headers: { 'Idempotency-Key': 'tab\tbed' },
    code: 'invalid_idempotency_key',
    param: 'Idempotency-Key',
  },

  // The shape of the answer.
  { ids: 'B39 R59', on: 'A', send: {}, code: 'invalid_request' },
  { ids: 'B39 R59 R60', on: 'A', send: { present_user: true }, code: 'invalid_request' },
  { ids: 'B39 R59 R60', on: 'A', send: { message: 'no', nonce: 'n' }, code: 'invalid_request' },
  { ids: 'B40 R59', on: 'A', send: { approve: true, answers: ['x'] }, code: 'invalid_request' },
  { ids: 'B40 R59', on: 'HO', send: { done: true, not_now: true }, code: 'invalid_request' },
  { ids: 'B40 R59', on: 'TC', send: { output: 1, error: 'x' }, code: 'invalid_request' },
  { ids: 'B40 R59', on: 'TC', send: { output: null, approve: null }, code: 'invalid_request' },
  {
    ids: 'R59',
    on: 'Q1',
    send: { answers: ['x'], present_user: true },
    code: 'invalid_request',
    param: 'present_user',
  },
  { ids: 'R59', on: 'HO', send: { done: true, message: 'x' }, code: 'invalid_request', param: 'message' },
  { ids: 'R59', on: 'TC', send: { output: 1, nonce: 'x' }, code: 'invalid_request', param: 'nonce' },
  { ids: 'B41 R60', on: 'A', send: { approve: 'true' }, code: 'invalid_request', param: 'approve' },
  { ids: 'B41 R60', on: 'A', send: { approve: 1 }, code: 'invalid_request', param: 'approve' },
  { ids: 'B41 R60', on: 'A', send: { approve: null }, code: 'invalid_request', param: 'approve' },
  { ids: 'B41 R60', on: 'A', send: { approve: [true] }, code: 'invalid_request', param: 'approve' },
  {
    ids: 'B42 A22',
    on: 'M',
    send: { approve: true, presentUser: true },
    code: 'unknown_parameter',
    param: 'presentUser',
  },
  { ids: 'A22', on: 'A', send: { Approve: true }, code: 'unknown_parameter', param: 'Approve' },
  { ids: 'A22', on: 'A', send: { approve: true, reason: 'x' }, code: 'unknown_parameter', param: 'reason' },
  { ids: 'A22', on: 'A', send: '{"approve":true,"__proto__":{}}', code: 'unknown_parameter', param: '__proto__' },
  { ids: 'A22', on: 'A', send: { approve: true, constructor: 1 }, code: 'unknown_parameter', param: 'constructor' },
  {
    ids: 'B43',
    on: 'M',
    send: { approve: true, present_user: 'true' },
    code: 'invalid_request',
    param: 'present_user',
  },
  { ids: 'B43', on: 'M', send: { approve: true, present_user: 1 }, code: 'invalid_request', param: 'present_user' },
  { ids: 'B43', on: 'M', send: { approve: true, present_user: null }, code: 'invalid_request', param: 'present_user' },
  {
    ids: 'B50 R72',
    on: 'H',
    send: { approve: true, present_user: true, nonce: '' },
    code: 'invalid_request',
    param: 'nonce',
  },
  {
    ids: 'B50 R72',
    on: 'H',
    send: { approve: true, present_user: true, nonce: 'x'.repeat(4097) },
    code: 'invalid_request',
    param: 'nonce',
  },
  {
    ids: 'B50 R72',
    on: 'H',
    send: { approve: true, present_user: true, nonce: 7 },
    code: 'invalid_request',
    param: 'nonce',
  },
  { ids: 'B54 A14', on: 'A', send: { approve: true, message: 'go on' }, code: 'invalid_request', param: 'message' },
  {
    ids: 'B54 A14',
    on: 'M',
    send: { approve: true, present_user: true, message: 'go on' },
    code: 'invalid_request',
    param: 'message',
  },
  { ids: 'B55 R71', on: 'A', send: { approve: false, message: '' }, code: 'invalid_request', param: 'message' },
  {
    ids: 'B55 R71 A29',
    on: 'A',
    send: { approve: false, message: 'x'.repeat(501) },
    code: 'invalid_request',
    param: 'message',
  },
  {
    ids: 'B55 R71 A29',
    on: 'A',
    send: { approve: false, message: face.repeat(501) },
    code: 'invalid_request',
    param: 'message',
  },
  { ids: 'B55 R71', on: 'A', send: { approve: false, message: null }, code: 'invalid_request', param: 'message' },
  { ids: 'B62 R73', on: 'Q1', send: answers(), code: 'invalid_request', param: 'answers' },
  { ids: 'B62 R73', on: 'Q1', send: answers('a', 'b', 'c', 'd', 'e'), code: 'invalid_request', param: 'answers' },
  { ids: 'B63 R73', on: 'Q1', send: answers(1), code: 'invalid_request', param: 'answers[0]' },
  { ids: 'B63 R73', on: 'Q1', send: answers(null), code: 'invalid_request', param: 'answers[0]' },
  { ids: 'B63 R73', on: 'Q2', send: answers('x', ['y']), code: 'invalid_request', param: 'answers[1]' },
  { ids: 'B63 R73', on: 'Q1', send: { answers: 'x' }, code: 'invalid_request', param: 'answers' },
  { ids: 'B63 R73', on: 'Q1', send: { answers: { 0: 'x' } }, code: 'invalid_request', param: 'answers' },
  { ids: 'B64 R73 A29', on: 'Q1', send: answers(face.repeat(4001)), code: 'invalid_request', param: 'answers[0]' },
  { ids: 'B66 C30', on: 'Q1', send: `{"answers":["${nul}"]}`, code: 'invalid_text', param: 'answers[0]' },
  { ids: 'B66 C30', on: 'A', send: `{"approve":false,"message":"a${nul}"}`, code: 'invalid_text', param: 'message' },
  { ids: 'B66 C30', on: 'TC', send: `{"error":"${nul}a"}`, code: 'invalid_text', param: 'error' },
  {
    ids: 'B66 C30',
    on: 'H',
    send: `{"approve":true,"present_user":true,"nonce":"${nul}"}`,
    code: 'invalid_text',
    param: 'nonce',
  },
  { ids: 'B67 C30', on: 'Q1', send: '{"answers":["\\ud800"]}', code: 'invalid_text', param: 'answers[0]' },
  { ids: 'B67 C30', on: 'Q1', send: '{"answers":["\\udc00\\ud800"]}', code: 'invalid_text', param: 'answers[0]' },
  {
    ids: 'B67 C30',
    on: 'Q2',
    send: '{"answers":["\\ud83d\\ude00","a\\uD83Db"]}',
    code: 'invalid_text',
    param: 'answers[1]',
  },
  { ids: 'B67 C30', on: 'A', send: '{"approve":true,"\\ud800":1}', code: 'invalid_text' },
  { ids: 'B72 R75', on: 'HO', send: { done: false }, code: 'invalid_request', param: 'done' },
  { ids: 'B72 R75', on: 'HO', send: { done: 'true' }, code: 'invalid_request', param: 'done' },
  { ids: 'B72 R75', on: 'HO', send: { done: 1 }, code: 'invalid_request', param: 'done' },
  { ids: 'B72 R75', on: 'HO', send: { could_not: false }, code: 'invalid_request', param: 'could_not' },
  { ids: 'B72 R75', on: 'HO', send: { not_now: null }, code: 'invalid_request', param: 'not_now' },
  { ids: 'B75 R78', on: 'TC', send: { error: '' }, code: 'invalid_request', param: 'error' },
  { ids: 'B75 R78 A29', on: 'TC', send: { error: face.repeat(4001) }, code: 'invalid_request', param: 'error' },
  { ids: 'B75 R78', on: 'TC', send: { error: null }, code: 'invalid_request', param: 'error' },
  { ids: 'B75 R78', on: 'TC', send: { error: { message: 'x' } }, code: 'invalid_request', param: 'error' },

  // What fits the item.
  { ids: 'B44 R68', on: 'M', send: { approve: true }, code: 'present_user_required', param: 'present_user' },
  {
    ids: 'B44 R68',
    on: 'M',
    send: { approve: true, present_user: false },
    code: 'present_user_required',
    param: 'present_user',
  },
  { ids: 'B46 R69', on: 'mcp', send: { approve: true }, code: 'present_user_required', param: 'present_user' },
  { ids: 'B46 R69', on: 'fn', send: { approve: true }, code: 'present_user_required', param: 'present_user' },
  { ids: 'B48 R72', on: 'H', send: { approve: true, present_user: true }, code: 'nonce_required', param: 'nonce' },
  {
    ids: 'B49 R72',
    on: 'H',
    send: { approve: true, present_user: true, nonce: 'wrong' },
    code: 'nonce_mismatch',
    param: 'nonce',
  },
  { ids: 'B53 A13', on: 'A', send: { approve: true, nonce: 'n' }, code: 'nonce_mismatch', param: 'nonce' },
  { ids: 'B56 R67', on: 'A', send: answers('yes'), code: 'answer_mismatch' },
  { ids: 'B56 R67', on: 'A', send: { done: true }, code: 'answer_mismatch' },
  { ids: 'B56 R67', on: 'A', send: { output: {} }, code: 'answer_mismatch' },
  { ids: 'B57 R62', on: 'CN', send: { approve: true }, code: 'answer_mismatch' },
  { ids: 'B59 R64', on: 'Q1', send: { approve: true }, code: 'answer_mismatch' },
  { ids: 'B61 A9', on: 'Q2', send: answers('one'), code: 'invalid_answers', param: 'answers' },
  { ids: 'B61 A9', on: 'Q2', send: answers('one', 'two', 'three'), code: 'invalid_answers', param: 'answers' },
  { ids: 'B70 A10', on: 'HO', send: answers('1234'), code: 'answer_mismatch' },
  { ids: 'B73 A37', on: 'HO', send: { approve: false }, code: 'answer_mismatch' },
  { ids: 'B78 R66', on: 'TC', send: { approve: false }, code: 'answer_mismatch' },
  { ids: 'B79 A5', on: 'PL', send: { approve: true }, code: 'answer_mismatch' },
  { ids: 'B79 A5', on: 'PL', send: { approve: false }, code: 'answer_mismatch' },
  { ids: 'B79 A5', on: 'PL', send: answers('x'), code: 'answer_mismatch' },
]

const accepted: { ids: string; on: AskName; send: Refusal['send']; headers?: Record<string, string>; says: string }[] =
  [
    {
      ids: 'B31 C28',
      on: 'A',
      send: '{"approve":true}',
      headers: { 'Content-Type': 'application/json; charset=UTF-8' },
      says: 'resolved',
    },
    {
      ids: 'B31 C28',
      on: 'A',
      send: '{"approve":true}',
      headers: { 'Content-Type': 'application/json;foo=bar' },
      says: 'resolved',
    },
    {
      ids: 'B31 C28',
      on: 'A',
      send: '{"approve":true}',
      headers: { 'Content-Type': 'Application/JSON ; Charset="utf-8"' },
      says: 'resolved',
    },
    { ids: 'B35 C29', on: 'A', send: '\ufeff{"approve":true}', says: 'resolved' },
    { ids: 'B37 C29 D18.14', on: 'TC', send: `{"output":${'['.repeat(63)}${']'.repeat(63)}}`, says: 'completed' },
    { ids: 'B37 C29', on: 'TC', send: `{"output":"${'['.repeat(200)}"}`, says: 'completed' },
    { ids: 'B37 C29', on: 'TC', send: `{"output":[${'1,'.repeat(99_996)}1]}`, says: 'completed' },
    { ids: 'B38 C27', on: 'TC', send: `{"output":"${'x'.repeat(1024 * 1024 - 13)}"}`, says: 'completed' },
    { ids: 'B45 R70', on: 'M', send: { approve: false }, says: 'resolved' },
    { ids: 'B47', on: 'fnReadOnly', send: { approve: true }, says: 'resolved' },
    { ids: 'B52', on: 'H', send: { approve: false }, says: 'resolved' },
    { ids: 'B55', on: 'A', send: { approve: false, message: face.repeat(500) }, says: 'resolved' },
    { ids: 'B58 R62', on: 'CN', send: { approve: false }, says: 'resolved' },
    { ids: 'B60 R64', on: 'Q1', send: { approve: false }, says: 'resolved' },
    { ids: 'B68 R74', on: 'Q1', send: answers('Yes, No'), says: 'resolved' },
    { ids: 'B69 A28', on: 'Q1', send: answers(''), says: 'resolved' },
    { ids: 'B71', on: 'HOv', send: answers('1234'), says: 'resolved' },
    { ids: 'B74 R77', on: 'TC', send: { output: null }, says: 'completed' },
    { ids: 'B74 R77', on: 'TC', send: { output: false }, says: 'completed' },
    { ids: 'B74 R77', on: 'TC', send: { output: 0 }, says: 'completed' },
    { ids: 'B74 R77', on: 'TC', send: { output: '' }, says: 'completed' },
    { ids: 'B74 R77', on: 'TC', send: { output: [] }, says: 'completed' },
    { ids: 'B66 R77 C30', on: 'TC', send: `{"output":{"a":"${nul}","\\ud800":"\\udfff"}}`, says: 'completed' },
    { ids: 'B75', on: 'TC', send: { error: face.repeat(4000) }, says: 'failed' },
  ]

const cancelRefusals: Refusal[] = [
  { ids: 'B87 R84', on: 'A', send: { reason: '' }, code: 'invalid_request', param: 'reason' },
  { ids: 'B87 R84', on: 'A', send: { reason: 'x'.repeat(501) }, code: 'invalid_request', param: 'reason' },
  { ids: 'B87 R84 A29', on: 'A', send: { reason: face.repeat(501) }, code: 'invalid_request', param: 'reason' },
  { ids: 'B87 A36', on: 'A', send: { reason: null }, code: 'invalid_request', param: 'reason' },
  { ids: 'B87', on: 'A', send: { reason: 5 }, code: 'invalid_request', param: 'reason' },
  { ids: 'B87', on: 'A', send: '[]', code: 'invalid_request' },
  { ids: 'B87 A36', on: 'A', send: 'null', code: 'invalid_request' },
  { ids: 'B87', on: 'A', send: ' ', code: 'invalid_json' },
  { ids: 'B87 C29', on: 'A', send: '{"reason":"a","reason":"b"}', code: 'invalid_json' },
  { ids: 'A22', on: 'A', send: { message: 'x' }, code: 'unknown_parameter', param: 'message' },
  { ids: 'A22', on: 'A', send: { reasons: 'x' }, code: 'unknown_parameter', param: 'reasons' },
  { ids: 'B66 C30', on: 'A', send: `{"reason":"a${nul}"}`, code: 'invalid_text', param: 'reason' },
  {
    ids: 'C28 A36',
    on: 'A',
    send: '{"reason":"x"}',
    headers: { 'Content-Type': 'text/plain' },
    status: 415,
    code: 'unsupported_media_type',
  },
  { ids: 'B38 C27', on: 'A', send: `{"reason":"${'x'.repeat(1024 * 1024)}"}`, status: 413, code: 'body_too_large' },
  {
    ids: 'B85 A38',
    on: 'A',
    send: {},
    headers: { 'Idempotency-Key': 'x'.repeat(256) },
    code: 'invalid_idempotency_key',
  },
]

const jpeg = (bytes: number[]) => `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`
const question = { question: 'q' }
const option = { label: 'same' }

interface AskRefusal {
  ids: string
  ask: Record<string, unknown> | string
  code?: ErrorCode
  param?: string
}

const askRefusals: AskRefusal[] = [
  { ids: 'B90 K9', ask: { ...asks.HO, frame: jpeg([0x89, 0x50, 0x4e, 0x47]) }, param: 'frame' },
  {
    ids: 'B90 K9',
    ask: { ...asks.HO, frame: `data:image/png;base64,${Buffer.from([0xff, 0xd8, 0xff]).toString('base64')}` },
    param: 'frame',
  },
  { ids: 'B90 K9', ask: { ...asks.HO, frame: 'data:image/svg+xml;base64,PHN2Zz4=' }, param: 'frame' },
  { ids: 'B90 K9', ask: { ...asks.HO, frame: 'data:text/html,<script>' }, param: 'frame' },
  { ids: 'B90 K9', ask: { ...asks.HO, frame: 'https://a.example/frame.jpg' }, param: 'frame' },
  { ids: 'B90 K9', ask: { ...asks.HO, frame: 'data:image/jpeg;base64,' }, param: 'frame' },
  { ids: 'B90 K9', ask: { ...asks.HO, frame: 'data:image/jpeg;base64,/9j/4' }, param: 'frame' },
  { ids: 'B90 K9', ask: { ...asks.HO, frame: 'data:image/jpeg;base64,/9j/4B==' }, param: 'frame' },
  { ids: 'B90 K9', ask: { ...asks.HO, frame: 'data:image/jpeg;base64,/9j/4AB=' }, param: 'frame' },
  { ids: 'B90 K9', ask: { ...asks.HO, frame: 'data:image/jpeg;base64,_9j_4AAQ' }, param: 'frame' },
  { ids: 'B90 K9', ask: { ...asks.HO, frame: 'data:image/jpeg;base64,/9j/\n4AAQ' }, param: 'frame' },
  { ids: 'B90 K9', ask: { ...asks.HO, frame: 'data:image/jpeg;base64,/9j/4AAQ\n' }, param: 'frame' },
  { ids: 'B90 K9', ask: { ...asks.HO, frame: 'DATA:image/jpeg;base64,/9j/4AAQ' }, param: 'frame' },
  { ids: 'B90 K10', ask: { ...asks.HO, browser: { url: 'javascript:alert(1)' } }, param: 'browser.url' },
  { ids: 'B90 K10', ask: { ...asks.HO, browser: { url: 'data:text/html,x' } }, param: 'browser.url' },
  { ids: 'B90 K10', ask: { ...asks.HO, browser: { url: 'file:///etc/passwd' } }, param: 'browser.url' },
  { ids: 'B90 K10', ask: { ...asks.HO, browser: { url: '/relative' } }, param: 'browser.url' },
  { ids: 'B90 K10', ask: { ...asks.HO, browser: { url: 'https://user:pw@a.example/' } }, param: 'browser.url' },
  { ids: 'B90 K10', ask: { ...asks.HO, browser: { url: 'https://user@a.example/' } }, param: 'browser.url' },
  {
    ids: 'B90 K10',
    ask: { ...asks.HO, browser: { url: `https://a.example/${'x'.repeat(2048)}` } },
    param: 'browser.url',
  },
  { ids: 'D18.17', ask: { ...asks.HO, browser: { live_url: 'http://live.example/' } }, param: 'browser.live_url' },
  { ids: 'D18.17', ask: { ...asks.HO, browser: { live_url: 'ws://live.example/' } }, param: 'browser.live_url' },
  {
    ids: 'D18.17',
    ask: { ...asks.HO, browser: { live_url: 'http://localhost.evil.example/' } },
    param: 'browser.live_url',
  },
  { ids: 'D18.17', ask: { ...asks.HO, browser: { live_url: 'vnc://live.example/' } }, param: 'browser.live_url' },
  { ids: 'B90 K3', ask: { ...asks.A, expires_in: 0 }, param: 'expires_in' },
  { ids: 'K3', ask: { ...asks.A, expires_in: 9 }, param: 'expires_in' },
  { ids: 'K3', ask: { ...asks.A, expires_in: 2_592_001 }, param: 'expires_in' },
  { ids: 'K3', ask: { ...asks.A, expires_in: 10.5 }, param: 'expires_in' },
  { ids: 'K3', ask: { ...asks.A, expires_in: '60' }, param: 'expires_in' },
  { ids: 'B90 K3', ask: { ...asks.A, expires_at: '2020-01-01T00:00:00Z' }, param: 'expires_at' },
  { ids: 'K3', ask: { ...asks.A, expires_at: '2099-01-01' }, param: 'expires_at' },
  { ids: 'K3', ask: { ...asks.A, expires_at: '2099-02-30T00:00:00Z' }, param: 'expires_at' },
  { ids: 'K3', ask: { ...asks.A, expires_at: 4_000_000_000 }, param: 'expires_at' },
  { ids: 'B90 K3', ask: { ...asks.A, expires_in: 60, expires_at: '2099-01-01T00:00:00Z' }, param: 'expires_at' },
  { ids: 'B90 K3', ask: { ...asks.A, expires_in: null, expires_at: '2099-01-01T00:00:00Z' }, param: 'expires_at' },
  { ids: 'B90 K5', ask: { ...asks.Q1, questions: Array(5).fill(question) }, param: 'questions' },
  { ids: 'K5', ask: { ...asks.Q1, questions: [] }, param: 'questions' },
  {
    ids: 'B90 K5',
    ask: { ...asks.Q1, questions: [{ ...question, options: [option, option] }] },
    param: 'questions[0].options[1].label',
  },
  { ids: 'K5', ask: { ...asks.Q1, questions: [{ question: '' }] }, param: 'questions[0].question' },
  { ids: 'K5 A29', ask: { ...asks.Q1, questions: [{ question: face.repeat(2001) }] }, param: 'questions[0].question' },
  {
    ids: 'K5',
    ask: { ...asks.Q1, questions: [question, { question: 'q', header: 'x'.repeat(41) }] },
    param: 'questions[1].header',
  },
  {
    ids: 'K5',
    ask: {
      ...asks.Q1,
      questions: [{ ...question, options: Array.from({ length: 11 }, (_, n) => ({ label: `${n}` })) }],
    },
    param: 'questions[0].options',
  },
  {
    ids: 'K5',
    ask: { ...asks.Q1, questions: [{ ...question, options: [{ label: '' }] }] },
    param: 'questions[0].options[0].label',
  },
  {
    ids: 'K5',
    ask: { ...asks.Q1, questions: [{ ...question, options: [{ label: 'x'.repeat(201) }] }] },
    param: 'questions[0].options[0].label',
  },
  {
    ids: 'K5',
    ask: { ...asks.Q1, questions: [{ ...question, options: [{ label: 'a', description: 'x'.repeat(501) }] }] },
    param: 'questions[0].options[0].description',
  },
  {
    ids: 'A22',
    ask: { ...asks.Q1, questions: [{ ...question, multiSelect: true }] },
    code: 'unknown_parameter',
    param: 'questions[0].multiSelect',
  },
  { ids: 'B90 D18.16', ask: { ...asks.A, summary: 'pay \u202e00.5$' }, code: 'invalid_text', param: 'summary' },
  { ids: 'K3 D18.5', ask: { ...asks.A, summary: undefined }, param: 'summary' },
  { ids: 'K3', ask: { ...asks.A, summary: '' }, param: 'summary' },
  { ids: 'K3 A29', ask: { ...asks.A, summary: face.repeat(201) }, param: 'summary' },
  {
    ids: 'C30',
    ask: `{"kind":"custom","type":"approval","renderer":"r","summary":"s","details":{"a":"${nul}"}}`,
    code: 'invalid_text',
    param: 'details.a',
  },
  {
    ids: 'C30',
    ask: '{"kind":"custom","type":"approval","renderer":"r","summary":"s","details":{"a":{"\\ud800":1}}}',
    code: 'invalid_text',
  },
  { ids: 'B90 K39', ask: { ...exampleOf('credit_approval', 'approval'), moves_money: false }, param: 'moves_money' },
  { ids: 'K6', ask: { ...exampleOf('credit_approval', 'approval'), amount: undefined }, param: 'amount' },
  { ids: 'K39 D18.5', ask: { ...asks.mcp, moves_money: true }, param: 'moves_money' },
  { ids: 'K39 D18.5', ask: { ...asks.fn, moves_money: false }, param: 'moves_money' },
  { ids: 'K39', ask: { ...asks.M, moves_money: undefined }, param: 'moves_money' },
  { ids: 'K39', ask: { ...asks.M, moves_money: null }, param: 'moves_money' },
  { ids: 'B90 K6 R36', ask: { ...asks.A, renderer: undefined }, param: 'renderer' },
  { ids: 'K6', ask: { ...asks.A, renderer: 'not a slug' }, param: 'renderer' },
  { ids: 'K6', ask: { ...asks.A, details: { renderer: 'tool_call' } }, param: 'details.renderer' },
  {
    ids: 'K6',
    ask: { ...asks.A, details: { amount: { value: '1' } }, amount: { value: '500', currency: 'USD' } },
    param: 'details.amount',
  },
  {
    ids: 'K6',
    ask: { ...exampleOf('custom', 'handoff'), details: { asks_for_value: true } },
    param: 'details.asks_for_value',
  },
  { ids: 'K5', ask: { ...asks.A, details: { text: 'x'.repeat(16 * 1024) } }, param: 'details' },
  { ids: 'K3', ask: { ...asks.A, kind: undefined, type: undefined }, param: 'kind' },
  { ids: 'K3', ask: { ...asks.A, kind: 'approval' }, param: 'kind' },
  { ids: 'K3', ask: { ...asks.A, type: undefined }, param: 'type' },
  { ids: 'K3 R34', ask: { ...asks.A, type: 'connect' }, param: 'type' },
  { ids: 'K3 R34', ask: { ...asks.M, type: 'question' }, param: 'type' },
  { ids: 'K3 R34', ask: { ...asks.CN, type: 'approval' }, param: 'type' },
  { ids: 'R34', ask: { ...asks.Q1, type: 'approval' }, param: 'type' },
  { ids: 'K6 K8', ask: { ...asks.HO, instructions: undefined }, param: 'questions' },
  { ids: 'K6 K8', ask: { ...asks.HO, questions: [question] }, param: 'questions' },
  { ids: 'K6', ask: { ...asks.CN, app: '' }, param: 'app' },
  { ids: 'K6', ask: { ...asks.CN, app: 'x'.repeat(81) }, param: 'app' },
  { ids: 'K6', ask: { ...asks.CN, reason: 'x'.repeat(281) }, param: 'reason' },
  { ids: 'K6', ask: { kind: 'exit_plan', summary: 's' }, param: 'plan' },
  { ids: 'K6', ask: { kind: 'exit_plan', summary: 's', plan: 'p', steps: ['s'] }, param: 'plan' },
  { ids: 'K6', ask: { kind: 'exit_plan', summary: 's', plan: 'x'.repeat(20_001) }, param: 'plan' },
  { ids: 'K6', ask: { kind: 'exit_plan', summary: 's', steps: Array(51).fill('s') }, param: 'steps' },
  { ids: 'K6', ask: { ...asks.H, action: undefined }, param: 'action' },
  { ids: 'K6', ask: { ...asks.H, action: 'x'.repeat(501) }, param: 'action' },
  { ids: 'K6 D18.5', ask: { ...asks.PL, limit: '500' }, param: 'limit' },
  { ids: 'K6', ask: { ...asks.PL, plan_name: undefined }, param: 'plan_name' },
  { ids: 'K6', ask: { ...asks.TC, tool: undefined }, param: 'tool' },
  { ids: 'K6', ask: { ...asks.M, tool: { name: 'pay' } }, param: 'tool.source' },
  {
    ids: 'K6 A22',
    ask: { ...asks.M, tool: { name: 'pay', source: 'builtin', readOnly: true } },
    code: 'unknown_parameter',
    param: 'tool.readOnly',
  },
  { ids: 'A30', ask: { ...asks.M, rows: Array(31).fill({ label: 'l', value: 'v' }) }, param: 'rows' },
  { ids: 'A30', ask: { ...asks.M, rows: [{ label: 'x'.repeat(81), value: 'v' }] }, param: 'rows[0].label' },
  { ids: 'A30', ask: { ...asks.M, rows: [{ label: '', value: 'v' }] }, param: 'rows[0].label' },
  { ids: 'A30', ask: { ...asks.M, rows: [{ label: 'l', value: 'x'.repeat(2001) }] }, param: 'rows[0].value' },
  { ids: 'A30', ask: { ...asks.M, rows: [{ label: 'l', value: 7 }] }, param: 'rows[0].value' },
  { ids: 'D18.6', ask: { ...asks.M, amount: { value: 500, currency: 'USD' } }, param: 'amount.value' },
  { ids: 'D18.6', ask: { ...asks.M, amount: { value: '1e3', currency: 'USD' } }, param: 'amount.value' },
  { ids: 'D18.6', ask: { ...asks.M, amount: { value: '-5', currency: 'USD' } }, param: 'amount.value' },
  { ids: 'D18.6', ask: { ...asks.M, amount: { value: '5', currency: '$' } }, param: 'amount.currency' },
  { ids: 'D18.6', ask: { ...asks.M, payee: {} }, param: 'payee.name' },
  { ids: 'K26', ask: { ...asks.A, user_id: '' }, param: 'user_id' },
  { ids: 'K26', ask: { ...asks.A, user_id: ' ada' }, param: 'user_id' },
  { ids: 'K26', ask: { ...asks.A, user_id: 'ada\u00a0' }, param: 'user_id' },
  { ids: 'K26 A29', ask: { ...asks.A, user_id: face.repeat(201) }, param: 'user_id' },
  { ids: 'K26', ask: { ...asks.A, user_id: 'a\nb' }, code: 'invalid_text', param: 'user_id' },
  { ids: 'K26', ask: { ...asks.A, user_id: 42 }, param: 'user_id' },
  { ids: 'K3', ask: { ...asks.A, external_id: '' }, param: 'external_id' },
  { ids: 'K3', ask: { ...asks.A, external_id: 'x'.repeat(201) }, param: 'external_id' },
  { ids: 'K3', ask: { ...asks.A, metadata: { a: 1 } }, param: 'metadata.a' },
  { ids: 'K3 D18.14', ask: { ...asks.A, task_id: '42' }, param: 'task_id' },
  { ids: 'K3', ask: { ...asks.A, conversation_id: 'task_1' }, param: 'conversation_id' },
  { ids: 'K38', ask: { ...asks.A, requires_present_user: 'yes' }, param: 'requires_present_user' },
  { ids: 'A22', ask: { ...asks.A, userId: 'ada' }, code: 'unknown_parameter', param: 'userId' },
  { ids: 'A22 K39', ask: { ...asks.Q1, moves_money: true }, code: 'unknown_parameter', param: 'moves_money' },
  { ids: 'A22 R41', ask: { ...asks.H, nonce: 'mine' }, code: 'unknown_parameter', param: 'nonce' },
  { ids: 'A22 R35', ask: { ...asks.A, status: 'resolved' }, code: 'unknown_parameter', param: 'status' },
  { ids: 'B34 C29', ask: '{"kind":"custom","kind":"exit_plan"}', code: 'invalid_json' },
]

describe.each(dialects)('bad inputs on %s', (dialect) => {
  let api: Api
  const shared = new Map<AskName, Promise<Body>>()
  beforeAll(async () => {
    api = await startApi(dialect)
  })
  afterAll(() => api.close())

  /** One item for all refusals of its kind: none of them may change it. */
  const waiting = (on: AskName) => {
    const found = shared.get(on) ?? api.open(asks[on])
    shared.set(on, found)
    return found
  }
  const sending = ({ send, headers }: Pick<Refusal, 'send' | 'headers'>): Call => ({
    by: api.runtime,
    ...(typeof send === 'string' || send instanceof Uint8Array ? { raw: send as BodyInit } : { body: send }),
    ...(headers && { headers }),
  })
  const shown = ({ on, send, headers }: Pick<Refusal, 'on' | 'send' | 'headers'>) => {
    const text = typeof send === 'string' ? send : send instanceof Uint8Array ? 'bytes' : JSON.stringify(send)
    return `${on} ${text.slice(0, 60)}${headers ? ` with ${JSON.stringify(headers).slice(0, 60)}` : ''}`
  }

  describe.each([
    { verb: 'answer', refusals: answerRefusals },
    { verb: 'cancel', refusals: cancelRefusals },
  ])('$verb', ({ verb, refusals }) => {
    for (const refusal of refusals) {
      const { ids, on, status = 400, code, param } = refusal
      verifies(ids, `${shown(refusal)} is ${status} ${code}`, async () => {
        const { id } = await waiting(on)
        const answer = await expectUnchanged(api, id, () =>
          api.call('POST', `/v1/interactions/${id}/${verb}`, sending(refusal)),
        )
        expectRefused(answer, status, code, param)
      })
    }
  })

  for (const each of accepted) {
    verifies(each.ids, `${shown(each)} is taken`, async () => {
      const { id } = await api.open(asks[each.on])
      const answer = await api.call('POST', `/v1/interactions/${id}/answer`, sending(each))
      expect([answer.status, answer.body.status]).toEqual([200, each.says])
    })
  }

  for (const { ids, ask, code = 'invalid_request', param } of askRefusals) {
    const text = typeof ask === 'string' ? ask : JSON.stringify(ask)
    verifies(ids, `asking ${text.slice(-90)} is ${code}`, async () => {
      const before = await api.sql('SELECT count(*) AS n FROM interaction')
      const answer = await api.call('POST', '/v1/interactions', { by: api.all, raw: text })
      expectRefused(answer, 400, code, param)
      expect(await api.sql('SELECT count(*) AS n FROM interaction')).toEqual(before)
    })
  }

  verifies('B38 C27', 'a body that comes in pieces is cut off at the limit', async () => {
    const { id } = await waiting('TC')
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536).fill(0x20))
      },
    })
    const answer = await expectUnchanged(api, id, () =>
      api.call('POST', `/v1/interactions/${id}/answer`, { by: api.runtime, raw: endless }),
    )
    expectRefused(answer, 413, 'body_too_large')
    expect(sent).toBeLessThan(2_000_000)
  })

  verifies('C27', 'an ask may be 2 MiB large and no more', async () => {
    const padded = (bytes: number) => {
      const text = JSON.stringify(asks.A)
      return text + ' '.repeat(bytes - text.length)
    }
    const ask = (raw: string) => api.call('POST', '/v1/interactions', { by: api.all, raw })
    expect((await ask(padded(2 * 1024 * 1024))).status).toBe(201)
    expectRefused(await ask(padded(2 * 1024 * 1024 + 1)), 413, 'body_too_large')
  })

  verifies('B42 A22', 'a misspelt field is told the right name, also inside another', async () => {
    const { id } = await waiting('M')
    const top = await api.answer(id, { approve: true, presentUser: true })
    expect(top.body.error.message).toContain('`present_user`')
    const inside = await api.call('POST', '/v1/interactions', {
      by: api.all,
      body: { ...asks.Q1, questions: [{ ...question, multiSelect: true }] },
    })
    expect(inside.body.error.message).toContain('`multi_select`')
  })

  verifies('B39', 'an empty answer is told the seven shapes', async () => {
    const { id } = await waiting('A')
    const { message } = (await api.answer(id, {})).body.error
    expect(message).toContain('exactly one of')
    for (const shape of ['approve', 'answers', 'done', 'could_not', 'not_now', 'output', 'error']) {
      expect(message).toContain(`\`${shape}\``)
    }
  })

  verifies('B37', 'what is refused for its depth or number is refused at once', async () => {
    const { id } = await waiting('TC')
    const startedMs = performance.now()
    await api.answer(id, {}, api.runtime)
    const bombs = [
      `{"a":${'['.repeat(1_000_000)}`,
      `{"output":[${'0,'.repeat(500_000)}0]}`,
      `{"output":"${'\\"'.repeat(500_000)}"}`,
    ]
    for (const raw of bombs) await api.call('POST', `/v1/interactions/${id}/answer`, { by: api.runtime, raw })
    expect(performance.now() - startedMs).toBeLessThan(3_000)
  })
})
