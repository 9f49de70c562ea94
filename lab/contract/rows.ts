import assert from 'node:assert/strict'
import { z } from 'zod'
import { englishPhrases } from '../../router/phrases/english.ts'
import { phraseIn } from '../../router/phrases/phrase.ts'
import { oneLine } from '../../router/servers/http/status.ts'
import { basic, exchange, type Reply } from './call.ts'
import type { Description } from './description.ts'

/** Expectations of a response in addition to its status: headers and body. */
export type Check = (reply: Reply) => void

/** One call and what it has to come to. The body goes out as JSON, unless it is `raw`. */
export type Row = readonly [method: string, path: string, body: unknown, status: number, answer: Check]

/** A body, or a call without one. */
export const none = undefined
export class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
export const raw = (text: string): Raw => new Raw(text)

/** Done, and nothing to say: clients fail on an empty answer that calls itself JSON. */
export const empty: Check = ({ headers, text }) => {
  assert.equal(headers['content-type'], undefined)
  assert.equal(text, '')
}

/** Not done, and one line of plain text says why, also by a code with values. */
export const line: Check = ({ headers, text }) => {
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.match(text, /^[^\n]+\n$/)
  const { Field, ...message } = JSON.parse(String(headers['x-message']))
  assert.ok(message.Code in englishPhrases, message.Code)
  const sentence = `${Field === undefined ? '' : `${Field}: `}${phraseIn(JSON.stringify(message))}`
  assert.equal(oneLine(sentence), text.trimEnd())
}

/** A message as a code with its values. */
export const coded = z.strictObject({ Code: z.string(), Values: z.array(z.unknown()) })

/** Plain text that is the answer itself. */
export const text =
  (expected: string): Check =>
  (reply) => {
    assert.equal(reply.headers['content-type'], 'text/plain')
    assert.equal(reply.text, expected)
  }

/** JSON of this shape, or this very value. */
export const json = (expected: unknown): Check => {
  const isShape = expected instanceof z.ZodType
  return (reply) => {
    assert.equal(reply.headers['content-type'], 'application/json')
    const body: unknown = JSON.parse(reply.text)
    if (!isShape) assert.deepEqual(body, expected)
    else assert.deepEqual(expected.safeParse(body).error?.issues ?? [], [], reply.text)
  }
}

/** JSON that has these parts, among others. */
export const jsonWith =
  (part: object): Check =>
  (reply) => {
    assert.equal(reply.headers['content-type'], 'application/json')
    assert.partialDeepStrictEqual(JSON.parse(reply.text), part)
  }

export interface Asking {
  readonly socket: string
  /** `user:password`; without it, no credentials are sent. */
  readonly login?: string
  readonly headers?: Readonly<Record<string, string>>
  /** What the router says of itself: every answer has to be one that it has announced. */
  readonly description?: Description
}

/**
 * Makes the calls one after the other. The first that comes to something else fails, named by its row. With a description, each GET is
 * repeated with its other optional query parameters empty, which has to come to the same.
 */
export async function tryRows({ socket, login, headers, description }: Asking, rows: readonly Row[]): Promise<void> {
  const all = rows.flatMap((row): Row[] => {
    const [method, path, ...rest] = row
    const empty = method === 'GET' ? description?.withEmpty(method, path) : undefined
    return empty === undefined ? [row] : [row, [method, empty, ...rest]]
  })
  for (const [method, path, body, status, answer] of all) {
    const reply = await exchange(socket, {
      method,
      path,
      headers: { ...(login === undefined ? {} : { Authorization: basic(login) }), ...headers },
      text: body === undefined ? '' : body instanceof Raw ? body.text : JSON.stringify(body),
    })
    const shown = `${method} ${path} ${body instanceof Raw ? body.text : (JSON.stringify(body) ?? '')}`
    try {
      assert.equal(reply.status, status, reply.text)
      answer(reply)
      description?.admit(method, path, reply)
    } catch (cause) {
      throw new Error(`${shown} gave ${reply.status} ${reply.text.trim().slice(0, 500)}`, { cause })
    }
  }
}
