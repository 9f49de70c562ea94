import { z } from 'zod'

/** A TCP or UDP port that a service listens on. */
export const NumberedPort = z.object({
  Protocol: z.enum(['tcp', 'udp']).meta({ description: 'The transport protocol' }),
  Port: z.number().int().meta({ description: 'The port', example: 631 }),
})
export type NumberedPort = z.infer<typeof NumberedPort>

export interface Service {
  /** For people. */
  readonly title: string
  /** Used where the device announces none of `types`. */
  readonly ports: readonly NumberedPort[]
  /** DNS-SD service types (RFC 6763 7) by which devices announce it, each with the name that people know. */
  readonly types: Readonly<Record<string, string>>
}

const tcp = (...ports: number[]): NumberedPort[] => ports.map((Port) => ({ Protocol: 'tcp', Port }))
const udp = (...ports: number[]): NumberedPort[] => ports.map((Port) => ({ Protocol: 'udp', Port }))

/**
 * What devices of a home offer each other, and the ports that it needs. Ports: IANA's registry and the makers' lists of ports
 * for firewalls. A service is permitted or taken back as a whole.
 */
export const SERVICES = {
  web: { title: 'Web pages', ports: tcp(80, 443), types: { '_http._tcp': 'HTTP', '_https._tcp': 'HTTPS' } },
  printing: {
    title: 'Printing',
    ports: tcp(631, 9100, 515),
    types: {
      '_ipp._tcp': 'IPP (AirPrint)',
      '_ipps._tcp': 'IPP over TLS',
      '_pdl-datastream._tcp': 'JetDirect',
      '_printer._tcp': 'LPD',
    },
  },
  scanning: {
    title: 'Scanning',
    ports: tcp(80, 443, 8080),
    types: { '_uscan._tcp': 'eSCL (AirScan)', '_uscans._tcp': 'eSCL over TLS', '_scanner._tcp': 'scanner' },
  },
  airplay: {
    title: 'AirPlay',
    ports: [...tcp(5000, 7000, 7100), ...udp(319, 320, 6001, 6002)],
    types: { '_airplay._tcp': 'AirPlay', '_raop._tcp': 'AirPlay audio' },
  },
  cast: { title: 'Chromecast', ports: tcp(8008, 8009, 8443), types: { '_googlecast._tcp': 'Google Cast' } },
  files: { title: 'Shared files (SMB)', ports: tcp(445, 139), types: { '_smb._tcp': 'SMB' } },
  camera: {
    title: 'Camera pictures (RTSP, ONVIF)',
    ports: tcp(554, 8554, 80, 8000),
    types: { '_rtsp._tcp': 'RTSP', '_onvif._tcp': 'ONVIF' },
  },
  homeassistant: { title: 'Home Assistant', ports: tcp(8123), types: { '_home-assistant._tcp': 'Home Assistant' } },
  mqtt: {
    title: 'MQTT',
    ports: tcp(1883, 8883),
    types: { '_mqtt._tcp': 'MQTT', '_secure-mqtt._tcp': 'MQTT over TLS' },
  },
  media: {
    title: 'Media server (Plex, Jellyfin)',
    ports: tcp(32400, 8096, 8920),
    types: { '_plexmediasvr._tcp': 'Plex', '_jellyfin._tcp': 'Jellyfin' },
  },
  desktop: { title: 'Remote desktop', ports: tcp(3389, 5900), types: { '_rdp._tcp': 'RDP', '_rfb._tcp': 'VNC' } },
  ssh: { title: 'SSH', ports: tcp(22), types: { '_ssh._tcp': 'SSH', '_sftp-ssh._tcp': 'SFTP' } },
} as const satisfies Record<string, Service>

export type ServiceId = keyof typeof SERVICES
export const SERVICE_IDS = Object.keys(SERVICES) as [ServiceId, ...ServiceId[]]

/** A service that a device has announced by multicast DNS. */
export interface Announced {
  /** As in RFC 6763 7, lower case: `_ipp._tcp`. */
  readonly Type: string
  readonly Port: number
}

const typesOf = (id: ServiceId): Readonly<Record<string, string>> => SERVICES[id].types

/** The service that a type belongs to, if it is one of the list. */
export const serviceOf = (type: string): ServiceId | undefined =>
  SERVICE_IDS.find((id) => Object.hasOwn(typesOf(id), type))

/** What people call a type; undefined for one that no service of the list has. */
export function typeTitle(type: string): string | undefined {
  const id = serviceOf(type)
  return id && typesOf(id)[type]
}

/** The ports that a device needs open for a service: those that it announces for it, or else the usual ones. */
export function servicePortsOf(id: ServiceId, announced: readonly Announced[]): readonly NumberedPort[] {
  const own = announced.filter(({ Type }) => serviceOf(Type) === id)
  if (own.length === 0) return SERVICES[id].ports
  const ports = own.map(({ Type, Port }): NumberedPort => ({ Protocol: Type.endsWith('._udp') ? 'udp' : 'tcp', Port }))
  return [...new Map(ports.map((port) => [`${port.Protocol} ${port.Port}`, port])).values()]
}
