import { z } from 'zod'
import { type Mac, parseMac } from '../../../values/mac.ts'

/** Limits for one device: a device that announces more keeps what came first. Together they are less than 32 KiB. */
const MOST_SERVICES = 32
const MOST_TEXTS = 32
const MOST_HEADERS = 16
const MOST_DOMAINS = 32
const LONGEST_NAME = 64
const LONGEST_TEXT = 128
const LONGEST_PARAMETERS = 256

const list = (description: string, example: string[]) => z.array(z.string()).meta({ description, example })
const texts = (description: string, example: Record<string, string>) =>
  z.record(z.string(), z.string()).meta({ description, example })

/** What the router has received from a device, and the vendor of its address. All texts were chosen by the device. */
export const Signals = z
  .object({
    MAC: z.string().meta({ description: 'The MAC address', example: '00:80:77:01:02:03' }),
    RandomMAC: z.boolean().meta({ description: 'The MAC address is random: it has no vendor' }),
    OUIVendor: z.string().meta({ description: 'The vendor of the MAC address; may be empty', example: 'Brother' }),
    Hostname: z
      .string()
      .meta({ description: 'The host name that it sent by DHCP (option 12)', example: 'BRN008077010203' }),
    VendorClass: z.string().meta({ description: 'Its DHCP vendor class (option 60)', example: 'udhcp 1.36.1' }),
    ParamReqList: z.string().meta({ description: 'DHCP options that it asks for (option 55)', example: '1,3,6,15' }),
    Services: list('Types that it announces by multicast DNS and SSDP', ['_ipp._tcp']),
    TXT: texts('Texts of its multicast DNS services, by key', { ty: 'Brother HL-L2350DW' }),
    SSDPHeaders: texts('Headers of its SSDP announcements, by name', { SERVER: 'Roku/9.3 UPnP/1.0 Roku/9.3' }),
    Domains: list('Domains of the rules that it has looked up', ['meethue.com']),
  })
  .meta({ id: 'DeviceSignals' })
export type Signals = z.infer<typeof Signals>

/** The local bit of a MAC address. IEEE 802-2014 §8.2. */
const isRandomMac = (mac: Mac): boolean => (parseMac(mac)[0]! & 2) !== 0

export const noSignals = (mac: Mac): Signals => ({
  MAC: mac,
  RandomMAC: isRandomMac(mac),
  OUIVendor: '',
  Hostname: '',
  VendorClass: '',
  ParamReqList: '',
  Services: [],
  TXT: {},
  SSDPHeaders: {},
  Domains: [],
})

/** Facts of a DHCP request. */
export interface DhcpFacts {
  readonly Name: string
  readonly VendorClass: string
  readonly ParamReqList: string
}

/** Facts of an announcement by multicast DNS or SSDP. */
export interface AnnouncedFacts {
  readonly Services: readonly string[]
  /** As `KEY=VALUE`. */
  readonly TXT: readonly string[]
  readonly SSDPHeaders: Readonly<Record<string, string>>
}

/** Texts of the latest request replace earlier ones; a field that the client leaves out is kept. */
export function withDhcp(signals: Signals, { Name, VendorClass, ParamReqList }: DhcpFacts): Signals {
  return {
    ...signals,
    Hostname: plain(Name, LONGEST_NAME) || signals.Hostname,
    VendorClass: plain(VendorClass, LONGEST_TEXT) || signals.VendorClass,
    ParamReqList: plain(ParamReqList, LONGEST_PARAMETERS) || signals.ParamReqList,
  }
}

/** Adds what fits. Announced values replace earlier ones of the same key. */
export function withAnnouncement(signals: Signals, { Services, TXT, SSDPHeaders }: AnnouncedFacts): Signals {
  const texts = TXT.flatMap((text): [string, string][] => {
    const at = text.indexOf('=')
    // A key without a value says nothing. RFC 6763 §6.4.
    return at > 0 ? [[text.slice(0, at).toLowerCase(), text.slice(at + 1)]] : []
  })
  return {
    ...signals,
    Services: added(signals.Services, Services, MOST_SERVICES),
    TXT: filledIn(signals.TXT, texts, MOST_TEXTS),
    SSDPHeaders: filledIn(signals.SSDPHeaders, Object.entries(SSDPHeaders), MOST_HEADERS),
  }
}

export const withDomains = (signals: Signals, domains: Iterable<string>): Signals => ({
  ...signals,
  Domains: added(signals.Domains, domains, MOST_DOMAINS),
})

function added(had: readonly string[], more: Iterable<string>, most: number): string[] {
  const all = new Set(had)
  for (const text of more) {
    if (all.size >= most) break
    const short = plain(text, LONGEST_TEXT)
    if (short !== '') all.add(short)
  }
  return [...all]
}

function filledIn(
  had: Readonly<Record<string, string>>,
  more: readonly (readonly [string, string])[],
  most: number,
): Record<string, string> {
  const all = new Map(Object.entries(had))
  for (const [name, value] of more) {
    const [key, text] = [plain(name, LONGEST_NAME), plain(value, LONGEST_TEXT)]
    // Objects cannot have this as an ordinary key.
    if (key === '__proto__') continue
    if (key !== '' && text !== '' && (all.has(key) || all.size < most)) all.set(key, text)
  }
  return Object.fromEntries(all)
}

/** One line without control, format and other invisible characters, such as those that reverse the direction of text. */
const plain = (text: string, most: number): string =>
  text
    .slice(0, 2 * most)
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()
