import type { LocalStream, ReadBuffer } from '../../../machine/unixsocket.ts'
import { type ChunkedDecoder, openChunkedDecoder } from '../../../wire/chunked.ts'
import { parseResponseHead, type ResponseHead } from '../../../wire/httpresponse.ts'

/** A response of 64 KiB fits with its head, and is passed on in one write. */
export const READ_BYTES = 128 * 1024
const MAX_HEAD_BYTES = 16 * 1024
/** Responses 1xx before the actual one: RFC 9110 §15.2. */
const MAX_INTERIM = 4
const END_OF_HEAD = '\r\n\r\n'
const NOTHING = Buffer.alloc(0)

/** One request and its response. Nothing more is received until `written` has been called; then the bytes are replaced. */
export interface Exchange {
  readonly method: string
  /** The head, without its last line. */
  readonly head: string
  /** Whether another request may follow. The connection is closed otherwise. */
  readonly isReusable: boolean
  /** The head of the response, which is not 1xx. */
  begin(head: ResponseHead): void
  /** The body has not begun to arrive with the head. */
  waits(): void
  /** A part of the body. */
  write(bytes: Buffer, written: () => void): void
  /** The rest of the body, perhaps empty. */
  end(bytes: Buffer, written: () => void): void
  /** The connection was closed before the end of the response. `isBegun`: after `begin`. `isEmpty`: before its first byte. */
  fail(error: Error, how: { readonly isBegun: boolean; readonly isEmpty: boolean }): void
}

/** A connection to a plugin. */
export interface PluginConnection {
  readonly stream: LocalStream
  /** Sends the head of a request. To be called only when the connection is new or idle. */
  ask(exchange: Exchange): void
  /** Closes the connection; the exchange under way fails with this error. */
  destroy(error?: Error): void
}

interface Owner {
  /** The response has been passed on, and the connection can be used again. */
  idle(connection: PluginConnection): void
  /** `free`: the buffer, unless a part of it waits to be sent. */
  closed(connection: PluginConnection, free: Buffer | undefined): void
}

/**
 * An HTTP/1.1 client for one connection at a time, for plugins that are not trusted. It passes bodies on as they are received, in one buffer
 * of `READ_BYTES` that belongs to the connection until it is closed. `connect` may throw.
 */
export function openPluginConnection(
  buffer: Buffer,
  connect: (onread: ReadBuffer) => LocalStream,
  owner: Owner,
): PluginConnection {
  const stream = connect({ buffer, callback: receive })
  let exchange: Exchange | undefined
  /** Of the response under way. */
  let response: ResponseHead | undefined
  let decoder: ChunkedDecoder | undefined
  let left = 0
  let pending = ''
  let interim = 0
  let isEmpty = true
  let isPaused = false
  let failure: Error | undefined

  const self: PluginConnection = { stream, ask, destroy }
  stream.on('error', (error) => (failure ??= error))
  stream.on('end', () => {
    if (exchange && response?.framing === 'close') finish(NOTHING, false)
  })
  stream.once('close', () => {
    const broken = exchange
    exchange = undefined
    broken?.fail(failure ?? new Error('the connection was closed'), {
      isBegun: response !== undefined,
      isEmpty,
    })
    owner.closed(self, isPaused ? undefined : buffer)
  })

  function ask(next: Exchange): void {
    exchange = next
    response = decoder = undefined
    pending = ''
    interim = 0
    isEmpty = true
    stream.write(`${next.head}\r\n`, 'latin1')
  }

  function destroy(error?: Error): void {
    failure ??= error
    stream.destroy()
  }

  /** Returns whether more can be received now. */
  function receive(size: number): boolean {
    try {
      // What is sent without a request could be taken for the response to the next one.
      if (!exchange) throw new Error('a response without a request')
      isEmpty = false
      const from = response ? 0 : readHead(exchange, size)
      if (from !== undefined) readBody(exchange, from, size)
    } catch (error) {
      destroy(error as Error)
    }
    return !isPaused && !stream.destroyed
  }

  /** Where the body begins, or undefined if the head is not complete. */
  function readHead({ method, begin }: Exchange, size: number): number | undefined {
    let from = 0
    for (;;) {
      const text = pending + buffer.toString('latin1', from, Math.min(size, from + MAX_HEAD_BYTES - pending.length))
      const end = text.indexOf(END_OF_HEAD)
      if (end < 0 && text.length >= MAX_HEAD_BYTES) throw new Error('the head is too long')
      from += end + END_OF_HEAD.length - pending.length
      pending = end < 0 ? text : ''
      if (end < 0) return undefined
      const head = parseResponseHead(text.slice(0, end), method)
      if (head.status === 101) throw new Error('a switch of protocols that was not requested')
      if (head.status < 200) {
        if (++interim > MAX_INTERIM) throw new Error('too many interim responses')
        continue
      }
      begin(head)
      response = head
      if (head.framing === 'chunked') decoder = openChunkedDecoder()
      left = typeof head.framing === 'number' ? head.framing : 0
      return from
    }
  }

  function readBody(to: Exchange, from: number, size: number): void {
    let content = size - from
    let isComplete = false
    let isFollowed = false
    if (decoder) {
      content = decoder.read(buffer.subarray(from, size))
      isComplete = decoder.isComplete
      isFollowed = from + decoder.consumed < size
    } else if (response?.framing !== 'close') {
      content = Math.min(content, left)
      left -= content
      isComplete = left === 0
      isFollowed = from + content < size
    }
    const bytes = content === 0 ? NOTHING : buffer.subarray(from, from + content)
    if (isComplete) finish(bytes, !isFollowed)
    else if (content > 0) {
      isPaused = true
      to.write(bytes, resume)
    } else if (from > 0) to.waits()
  }

  function finish(bytes: Buffer, isClean: boolean): void {
    const done = exchange!
    const isReusable = isClean && done.isReusable && response!.isKeptAlive
    // The response is complete: nothing that the connection comes to now concerns it.
    exchange = undefined
    isPaused = true
    done.end(bytes, () => {
      isPaused = false
      if (!isReusable) return destroy()
      if (stream.destroyed) return
      resume()
      owner.idle(self)
    })
  }

  function resume(): void {
    isPaused = false
    if (!stream.destroyed) stream.resume()
  }

  return self
}
