import type { IncomingMessage } from 'node:http'

/** Whether a caller can read this coding, by its `Accept-Encoding`. Without weighing: what is refused outright is refused. RFC 9110 12.5.3. */
export const accepts = (accepted: string, coding: string): boolean =>
  accepted.split(',').some((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase())
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

/** Of a body with more than `most` bytes only as much as it takes to see that. Of a caller who goes away, what had come. */
export async function bodyOf(request: IncomingMessage, most: number): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      if (length <= most) parts.push(part)
      length += part.length
    }
  } catch {
    // The client has disconnected.
  }
  return Buffer.concat(parts).toString()
}
