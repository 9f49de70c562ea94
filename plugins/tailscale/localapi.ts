import { request } from 'node:http'

/** A call that tailscaled refused, or that it did not answer; the message is for the owner. */
export class TailscaledError extends Error {}

/** Longer than a log-out, for which tailscaled calls the control server. */
const TIMEOUT_MS = 15_000

/** Calls of tailscaled's LocalAPI, below `/localapi/v0/`. They throw `TailscaledError`. */
export interface LocalApi {
  call(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<unknown>
}

/** The LocalAPI at a Unix socket. */
export function openLocalApi(socketPath: string): LocalApi {
  return {
    call: (method, path, body) =>
      new Promise((resolve, reject) => {
        const fail = (reason: string) => reject(new TailscaledError(reason))
        const call = request(
          {
            socketPath,
            method,
            path: `/localapi/v0/${path}`,
            // The only host that tailscaled accepts.
            headers: { Host: 'local-tailscaled.sock', 'Content-Type': 'application/json' },
            signal: AbortSignal.timeout(TIMEOUT_MS),
          },
          async (response) => {
            try {
              const text = (await response.setEncoding('utf8').toArray()).join('')
              if ((response.statusCode ?? 500) >= 300) fail(reasonIn(text))
              else resolve(text === '' ? undefined : JSON.parse(text))
            } catch {
              fail('tailscaled sent an incomplete answer.')
            }
          },
        )
        call.on('error', () =>
          fail('tailscaled does not answer. It may still be starting: try again in a few seconds.'),
        )
        call.end(body === undefined ? undefined : JSON.stringify(body))
      }),
  }
}

/** Errors are a text, or an object with `error`. */
function reasonIn(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown }
    return `tailscaled: ${String(error)}`
  } catch {
    return `tailscaled: ${text.trim()}`
  }
}
