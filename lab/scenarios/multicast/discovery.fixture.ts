import packet from 'dns-packet'

export const MDNS = '224.0.0.251:5353'
export const SSDP = '239.255.255.250:1900'
export const WS_DISCOVERY = '239.255.255.250:3702'

/** A search that devices answer within ten seconds. */
export const mSearch = (type: string): Buffer =>
  Buffer.from(`M-SEARCH * HTTP/1.1\r\nHOST: ${SSDP}\r\nMAN: "ssdp:discover"\r\nMX: 10\r\nST: ${type}\r\n\r\n`)

/** The answer of a device to a search. */
export const ssdpAnswer = (type: string, location: string, id: string): Buffer =>
  Buffer.from(
    'HTTP/1.1 200 OK\r\nCACHE-CONTROL: max-age = 1800\r\nEXT:\r\n' +
      `LOCATION: ${location}\r\nST: ${type}\r\nUSN: uuid:${id}::${type}\r\n\r\n`,
  )

const ID = 7

/** A query for the instances of a service. */
export const serviceQuery = (type: string, { unicast = false } = {}): Buffer => {
  const query = packet.encode({ type: 'query', id: ID, questions: [{ type: 'PTR', name: `${type}.local` }] })
  // The top bit of the class asks for a unicast answer. RFC 6762 §5.4.
  if (unicast) query[query.length - 2] = 0x80
  return query
}

/** The answer with one instance of a service: a legacy one has the ID and the question of its query. RFC 6762 §6.7. */
export function serviceAnswer(
  type: string,
  service: { readonly port: number; readonly ip: string },
  { isLegacy }: { readonly isLegacy: boolean },
): Buffer {
  const [host, instance] = ['thing.local', `Thing.${type}.local`]
  const name = `${type}.local`
  return packet.encode({
    type: 'response',
    flags: packet.AUTHORITATIVE_ANSWER,
    ...(isLegacy && { id: ID, questions: [{ type: 'PTR', name }] }),
    answers: [{ type: 'PTR', name, ttl: 10, data: instance }],
    additionals: [
      { type: 'SRV', name: instance, ttl: 10, data: { port: service.port, target: host } },
      { type: 'TXT', name: instance, ttl: 10, data: 'id=thing' },
      { type: 'A', name: host, ttl: 10, data: service.ip },
    ],
  })
}

const DISCOVERY = 'http://schemas.xmlsoap.org/ws/2005/04/discovery'

const envelope = (action: string, body: string): Buffer =>
  Buffer.from(
    '<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" ' +
      `xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:d="${DISCOVERY}"><s:Header>` +
      `<a:Action>${DISCOVERY}/${action}</a:Action><a:MessageID>urn:uuid:7</a:MessageID></s:Header>` +
      `<s:Body>${body}</s:Body></s:Envelope>`,
  )

export const probe = (): Buffer => envelope('Probe', '<d:Probe><d:Types>d:Device</d:Types></d:Probe>')

export const probeMatches = (address: string): Buffer =>
  envelope(
    'ProbeMatches',
    '<d:ProbeMatches><d:ProbeMatch><a:EndpointReference><a:Address>urn:uuid:thing</a:Address></a:EndpointReference>' +
      `<d:XAddrs>${address}</d:XAddrs></d:ProbeMatch></d:ProbeMatches>`,
  )
