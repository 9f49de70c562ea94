import { DOMAIN } from '../../../model/dns/names/domain.ts'
import { dnsName } from '../../../model/dns/resolvers/name.ts'
import { JsonText } from '../../../model/operation.ts'
import { isNews, type Reading, type Readings } from '../../../model/traffic/flows/observe.ts'
import type { Ip } from '../../../values/ip.ts'

/** The JSON of one `TrafficElement`, and what it was made from. */
interface Row {
  readonly name: string
  readonly reading: Reading
  /** The part that does not change with the counter. */
  readonly head: string
  readonly text: string
}

/**
 * Returns a function that writes readings of one counter as a JSON array of `TrafficElement`. It keeps the rows of the last
 * call, and writes only those that have changed. `nameOf` returns the name of the device that has an address, or ''.
 */
export function openCounterText(nameOf: (ip: Ip) => string): (readings: Readings, now: number) => JsonText {
  let rows = new Map<Ip, Row>()
  let whole = new JsonText('[]\n')
  return (readings, now) => {
    const next = new Map<Ip, Row>()
    let isSame = true
    for (const [ip, reading] of readings) {
      if (!isNews(reading, now)) continue
      const name = nameOf(ip)
      const had = rows.get(ip)
      const row = had?.reading === reading && had.name === name ? had : write(ip, name, reading, had)
      isSame &&= row === had
      next.set(ip, row)
    }
    if (isSame && next.size === rows.size) return whole
    rows = next
    whole = new JsonText(`[${Array.from(rows.values(), ({ text }) => text).join()}]\n`)
    return whole
  }
}

function write(ip: Ip, name: string, reading: Reading, had: Row | undefined): Row {
  const head = had?.name === name ? had.head : `{"IP":"${ip}","Domain":"${domainOf(name)}","Packets":`
  return { name, reading, head, text: `${head}${reading.packets},"Bytes":${reading.bytes}}` }
}

/** Letters, digits, dashes and dots alone: nothing that JSON escapes. */
function domainOf(name: string): string {
  const label = dnsName(name)
  return label && `${label}.${DOMAIN}`
}
