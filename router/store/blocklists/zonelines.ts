/** A name in a line of a resolver's configuration, and whether the line exempts it. */
export interface ZoneLineName {
  readonly name: string
  readonly spared: boolean
}

const SINK = '(?:0\\.0\\.0\\.0|127\\.0\\.0\\.1|::1?)'
/** `address=/name/name/0.0.0.0`, `server=/name/` and `local=/name/`: an address of this machine, none, or `#`. dnsmasq(8). */
const DNSMASQ = new RegExp(`^(?:address|server|local)=/(\\S+)/(?:${SINK}|#|)$`, 'i')
/** Types of zones without an answer of the internet. unbound.conf(5), `local-zone`. */
const UNBOUND_ZONE =
  /^local-zone:\s*"?([^"\s]+?)"?\s+(?:always_nxdomain|always_null|always_nodata|always_refuse|always_deny|refuse|deny|static|redirect|inform_deny)$/i
const UNBOUND_DATA = new RegExp(
  `^local-data:\\s*["']([^"'\\s]+)\\s+(?:\\d+\\s+)?(?:IN\\s+)?(?:A|AAAA)\\s+${SINK}["']$`,
  'i',
)
/** A response policy zone: no name, no data, no answer, or the answer of the internet. draft-vixie-dnsop-dns-rpz §3. */
const POLICY = /^(\S+)\s+(?:\d+\s+)?(?:IN\s+)?CNAME\s+(\.|\*\.|rpz-drop\.|rpz-passthru\.)\s*(?:;.*)?$/i
/** Policies for addresses and name servers, not for names. */
const NO_NAME = /\.rpz-(?:ip|nsip|nsdname|client-ip)$/i
/** Other lines of these files. */
const FRAME =
  /^(?:\$(?:TTL|ORIGIN)\s|server:|(?:local-zone|local-data):|(?:address|server|local)=\/|\S+\s+(?:\d+\s+)?(?:IN\s+)?(?:SOA|NS|CNAME|A|AAAA|TXT)\s)/

/** The names that a line of dnsmasq, unbound or a response policy zone blocks or exempts; undefined for another line. */
export function zoneNames(line: string): readonly ZoneLineName[] | undefined {
  const [, listed] = DNSMASQ.exec(line) ?? []
  if (listed !== undefined) return listed.split('/').map((name) => ({ name, spared: false }))
  const [, name] = UNBOUND_ZONE.exec(line) ?? UNBOUND_DATA.exec(line) ?? []
  if (name !== undefined) return [{ name, spared: false }]
  const [, owner, action] = POLICY.exec(line) ?? []
  if (owner !== undefined && !NO_NAME.test(owner)) return [{ name: owner, spared: action === 'rpz-passthru.' }]
  return FRAME.test(line) ? [] : undefined
}
