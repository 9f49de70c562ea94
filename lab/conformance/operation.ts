import assert from 'node:assert/strict'
import { basic, exchange, type Reply } from '../contract/call.ts'
import type { Description } from '../contract/description.ts'
import { empty, line, none, Raw, raw } from '../contract/rows.ts'
import { misfits } from './fits.ts'
import type { Published } from './published.ts'
import { DEVIATIONS, nameOf } from './status.ts'
import type { Trial } from './trial.ts'

interface Call {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** One call; failures are reported with the call. */
export async function ask(
  socket: string,
  { method, path, body, headers }: Call,
  check: (reply: Reply) => void,
): Promise<void> {
  const sent = typeof body === 'function' ? body() : body
  const text = sent === undefined ? '' : sent instanceof Raw ? sent.text : JSON.stringify(sent)
  const reply = await exchange(socket, { method, path, headers, text })
  try {
    check(reply)
  } catch (cause) {
    const shown = `${method} ${path} ${text.slice(0, 300)} gave ${reply.status} ${reply.text.trim().slice(0, 500)}`
    throw new Error(shown, { cause })
  }
}

/** Checks that a 200 has the published fields and the expected Content-Type. */
function checkReply(row: Published, trial: Trial, { status, headers, text }: Reply): void {
  assert.equal(status, 200)
  const type = DEVIATIONS[nameOf(row)]?.reply ?? row.reply
  if (type === '' || type === 'text') {
    if (type === '') empty({ status, headers, text })
    else assert.equal(headers['content-type'], 'text/plain')
    return
  }
  assert.equal(headers['content-type'], 'application/json')
  const value: unknown = JSON.parse(text)
  assert.deepEqual(misfits(type, value), [])
  if (/[\]}]$/.test(type) && !trial.nothingThere)
    assert.ok(Object.keys(value as object).length > 0, 'an empty list shows none of its fields')
}

export interface Attempt {
  readonly row: Published
  readonly trial: Trial
  readonly description: Description
  readonly socket: string
  /** `user:password`; undefined on a helper's socket. */
  readonly login: string | undefined
  /** Proof of a one-time code, if the operation needs one. */
  readonly proof?: string | undefined
  readonly hasRadio?: boolean
  /** Called with each response of a good call. */
  readonly remember?: (reply: Reply) => void
}

/** Whether an operation reads its body as JSON. */
const takesBody = ({ body }: Published): boolean => body !== '' && body !== 'text'

/** Makes all calls of a trial, and compares the responses with the published description. Throws at the first that differs. */
export async function tryOperation(attempt: Attempt): Promise<void> {
  const { row, trial, description, socket, login, proof, hasRadio = false, remember } = attempt
  const { method } = row
  const credentials: Readonly<Record<string, string>> = login === undefined ? {} : { Authorization: basic(login) }
  const headers = { ...credentials, ...(proof === undefined ? {} : { 'X-JWT-OTP': proof }) }
  const refused = (status: number) => (reply: Reply) => {
    assert.equal(reply.status, status)
    line(reply)
  }
  const announced = (path: string, status: number) => (reply: Reply) => {
    refused(status)(reply)
    description.admit(method, path, reply)
  }

  for (const [path, body] of trial.good.slice(0, 1)) {
    const still = typeof body === 'function' ? {} : body
    if (login !== undefined) await ask(socket, { method, path, body: still, headers: {} }, refused(401))
    if (proof !== undefined) await ask(socket, { method, path, body: still, headers: credentials }, refused(401))
  }
  if (takesBody(row))
    for (const [path] of trial.good.slice(0, 1))
      for (const body of [none, raw('{"')]) await ask(socket, { method, path, body, headers }, announced(path, 400))
  if (trial.needsRadio && !hasRadio) {
    for (const [path, body] of trial.good)
      await ask(socket, { method, path, body, headers }, announced(path, row.statuses.includes(404) ? 404 : 400))
    return
  }
  if (trial.needsInstallation) {
    for (const [path, body] of trial.good) await ask(socket, { method, path, body, headers }, announced(path, 400))
    return
  }
  if (trial.needsContainers) {
    for (const [path, body] of trial.good)
      await ask(socket, { method, path, body, headers }, (reply) =>
        announced(path, reply.status === 503 ? 503 : 400)(reply),
      )
    return
  }
  for (const [way, path, body] of trial.given ?? [])
    await ask(socket, { method: way, path, body, headers }, ({ status }) => assert.equal(status, 200))
  for (const [path, body] of trial.good)
    await ask(socket, { method, path, body, headers }, (reply) => {
      checkReply(row, trial, reply)
      description.admit(method, path, reply)
      remember?.(reply)
    })
  if (trial.shows) {
    const [path, part] = trial.shows
    await ask(socket, { method: 'GET', path, headers }, ({ text }) => holds(JSON.parse(text), part))
  }
}

/** Of a list, some element has each part. */
function holds(value: unknown, part: unknown): void {
  if (Array.isArray(part) && Array.isArray(value)) {
    for (const one of part)
      assert.ok(
        value.some((other) => has(other, one)),
        JSON.stringify(one),
      )
  } else if (typeof part === 'object' && part !== null && !Array.isArray(part)) {
    for (const [key, inner] of Object.entries(part)) holds((value as Record<string, unknown>)[key], inner)
  } else assert.deepEqual(value, part)
}

const has = (value: unknown, part: unknown): boolean => {
  try {
    holds(value, part)
    return true
  } catch {
    return false
  }
}
