/** An ICMP echo. The reply has the sequence number and payload of the request. RFC 792. */
export interface Echo {
  readonly sequence: number
  readonly payload: Uint8Array
}

const HEADER = 8
const ECHO_REPLY = 0
const ECHO_REQUEST = 8

/** An echo request without checksum and identifier: the kernel's ping sockets fill in both. */
export function encodeEchoRequest({ sequence, payload }: Echo): Uint8Array {
  const bytes = new Uint8Array(HEADER + payload.length)
  bytes[0] = ECHO_REQUEST
  new DataView(bytes.buffer).setUint16(6, sequence)
  bytes.set(payload, HEADER)
  return bytes
}

/** The echo reply in an ICMP message; undefined for any other message. The payload is a view into the message. */
export function decodeEchoReply(message: Uint8Array): Echo | undefined {
  if (message.length < HEADER || message[0] !== ECHO_REPLY || message[1] !== 0) return undefined
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength)
  return { sequence: view.getUint16(6), payload: message.subarray(HEADER) }
}
