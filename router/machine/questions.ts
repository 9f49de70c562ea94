import { createSocket } from 'node:dgram'
import { type Ip, ipToNumber, numberToIp } from '../values/ip.ts'
import { steadyClock } from './clock.ts'
import { addressLookup, closeSocket } from './datagrams.ts'

/** Size of the buffer of a datagram, in bytes. Longer datagrams are truncated; responses may not be longer. */
export const PLACE = 1280

/**
 * Answers a datagram in place: its `length` bytes are at `at` in `places`, and the response is written over them, up to `PLACE`
 * bytes. Returns the length of the response; 0 for none, or a later one through `send`. The bytes are valid until it returns.
 * `ip` is a number as from `ipToNumber`. `now` is the time of `steadyClock`, read once for each batch: reading it takes as long
 * as answering a query.
 */
export type AnswerInPlace = (
  places: Buffer,
  at: number,
  length: number,
  ip: number,
  port: number,
  now: number,
) => number

export interface QuestionsOptions {
  readonly ip: Ip
  readonly port: number
  /** Whether other sockets may use the same address and port; each sender is assigned to one of them. SO_REUSEPORT, socket(7). */
  readonly shared: boolean
  /** Called when the socket has failed. */
  readonly failed: (error: Error) => void
}

/** A UDP socket that answers queries. Dispose of it to close it. */
export interface QuestionSocket extends Disposable {
  /** Sends a later response. A failure is ignored. */
  send(bytes: Uint8Array, ip: number, port: number): void
  /** Starts to call `answer` with the datagrams. */
  onQuestions(answer: AnswerInPlace): void
}

/** Opens such a socket. Resolves when bound; rejects with the system's error (`EADDRNOTAVAIL` while the address is missing). */
export type OpenQuestions = (options: QuestionsOptions) => Promise<QuestionSocket>

export const RECEIVE_BUFFER_BYTES = 1 << 20

/** One datagram at a time, with Node's own sockets. */
export const openSingly: OpenQuestions = ({ ip, port, shared, failed }) => {
  const place = Buffer.alloc(PLACE)
  const socket = createSocket({
    type: 'udp4',
    lookup: addressLookup,
    recvBufferSize: RECEIVE_BUFFER_BYTES,
    reusePort: shared,
  })
  const ignore = (): void => {}
  const send = (bytes: Uint8Array, to: number, toPort: number): void =>
    socket.send(bytes, toPort, numberToIp(to), ignore)
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, ip, () => {
      socket.off('error', reject)
      socket.on('error', failed)
      resolve({
        send,
        onQuestions: (answer) =>
          socket.on('message', (bytes, from) => {
            const length = bytes.copy(place)
            const sender = ipToNumber(from.address)
            const answered = answer(place, 0, length, sender, from.port, steadyClock.monotonic())
            // A copy: the buffer is reused before this datagram is sent.
            if (answered > 0) send(Buffer.from(place.subarray(0, answered)), sender, from.port)
          }),
        [Symbol.dispose]: () => closeSocket(socket),
      })
    })
  })
}
