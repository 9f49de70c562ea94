import { TOTP } from 'otpauth'
import { type Answer, callSocket, callWell } from '../contract/call.ts'
import { readDescription } from '../contract/description.ts'

/** Answers of `GET` calls, by path. */
export type Answers = Readonly<Record<string, unknown>>

/** Calls that change the machine or the credentials, or wait for programs and hosts that a simulated machine does not have. */
const NOT_TRIED = new RegExp(
  [
    '^/(machine/(reboot|shutdown)|setup|restart|recover|undo|confirm|logout|password|plusServer|update)\\b',
    '^/(capture|ping|dockerPS|attestStatus|pluginAttest|plugin/runtime|docker_compose)\\b',
    'restore|otp_|speedtest|superd',
  ].join('|'),
)

/** An owner of the router, over a unix socket. */
export interface Owner {
  readonly socket: string
  readonly login: string
}

/**
 * Makes the calls of `PUT` in the description, with their examples: twice, since some refer to what later ones create. Returns how many
 * succeeded the second time.
 */
export async function makeExampleCalls({ socket, login }: Owner): Promise<number> {
  const { document } = await readDescription(socket)
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, { put }]) =>
    put === undefined || NOT_TRIED.test(path) ? [] : [{ path: examplePath(put), body: exampleBody(put) }],
  )
  const proof = await registerCodes(socket, login)
  const makeAll = async (): Promise<number> => {
    let done = 0
    for (const call of calls)
      if ((await callSocket(socket, { method: 'PUT', ...call, login, proof })).status === 200) done++
    return done
  }
  await makeAll()
  return await makeAll()
}

async function registerCodes(socket: string, login: string): Promise<string> {
  const put = (path: string, body: unknown): Promise<unknown> => callWell(socket, { method: 'PUT', path, body, login })
  const { OTPUsers } = (await put('/otp_register', { Name: 'admin' })) as { OTPUsers: { Secret: string }[] }
  const codes = new TOTP({ secret: OTPUsers[0]?.Secret ?? '' })
  return String(await put('/otp_validate', { Name: 'admin', Code: codes.generate() }))
}

type Example = Readonly<Record<string, unknown>> & {
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> }
}

const exampleBody = ({ requestBody }: Example): unknown => Object.values(requestBody?.content ?? {})[0]?.example

/** The path of an example call, with its query. */
function examplePath(operation: Example): string {
  const [sample] = operation['x-codeSamples'] as { readonly source: string }[]
  return /https?:\/\/[^/'" ]+(\/[^'" ]*)/.exec(sample?.source ?? '')?.[1] ?? '/'
}

/** Returns the JSON answers of all calls of `GET` that need no parameters. */
export async function readAnswers({ socket, login }: Owner): Promise<Answers> {
  const { document } = await readDescription(socket)
  const paths = Object.entries(document.paths ?? {}).flatMap(([path, { get }]) =>
    get?.responses?.['200']?.content?.['application/json'] === undefined || path.includes('{') || NOT_TRIED.test(path)
      ? []
      : [path],
  )
  const answers: Record<string, unknown> = {}
  for (const path of paths) {
    const answer = await callSocket(socket, { path, login })

    if (isDocument(answer)) answers[path] = answer.body
  }
  return answers
}

const isDocument = ({ status, body }: Answer): boolean => status === 200 && typeof body === 'object'

/** What of `one` is also in `other`: equal values, and objects with the fields that are equal. Undefined if nothing is. */
export function common(one: unknown, other: unknown): unknown {
  if (JSON.stringify(one) === JSON.stringify(other)) return one
  if (!isObject(one) || !isObject(other)) return undefined
  const fields = Object.keys(one).flatMap((key) => {
    const value = common(one[key], other[key])
    return value === undefined ? [] : [[key, value] as const]
  })
  return fields.length === 0 ? undefined : Object.fromEntries(fields)
}

/** Whether all of `part` is in `whole`: objects may have more fields, lists may not have more entries. */
export function contains(whole: unknown, part: unknown): boolean {
  if (Array.isArray(part))
    return (
      Array.isArray(whole) && whole.length === part.length && part.every((each, index) => contains(whole[index], each))
    )
  if (!isObject(part)) return whole === part
  return isObject(whole) && Object.keys(part).every((key) => contains(whole[key], part[key]))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
