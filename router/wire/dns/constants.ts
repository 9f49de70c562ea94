/** The numbers of RFC 1035, 6891 and 9460 that we name. */
export const TYPE = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  DNAME: 39,
  OPT: 41,
  DS: 43,
  NSEC: 47,
  DNSKEY: 48,
  SVCB: 64,
  HTTPS: 65,
  IXFR: 251,
  AXFR: 252,
  ANY: 255,
} as const

export const RCODE = {
  NOERROR: 0,
  FORMERR: 1,
  SERVFAIL: 2,
  NXDOMAIN: 3,
  NOTIMP: 4,
  REFUSED: 5,
  /** Its upper bits live in the OPT record. */
  BADVERS: 16,
} as const

export const CLASS_IN = 1

export const HEADER_SIZE = 12

/** Bits of the header's third and fourth byte. */
export const FLAG = {
  QR: 0x80,
  OPCODE: 0x78,
  AA: 0x04,
  TC: 0x02,
  RD: 0x01,
  RA: 0x80,
  AD: 0x20,
  CD: 0x10,
  RCODE: 0x0f,
} as const

/** What we offer and accept over UDP: fits every path without fragments. DNS flag day 2020. */
export const UDP_SIZE = 1232
/** The largest UDP response for a client without EDNS. RFC 1035 §2.3.4. */
export const PLAIN_UDP_SIZE = 512
export const MESSAGE_LIMIT = 65535
