import { mayNameItself } from '../../model/dns/resolvers/name.ts'
import { TYPE } from '../../wire/dns/constants.ts'
import { asShared, type MdnsMessage, type MdnsRecord } from '../../wire/mdns.ts'
import type { NameOwner, Names } from './names.ts'

/** A host name: one label below `.local`. RFC 6762 §3. */
const HOST = /^[^._][^.]*\.local$/
/** A service type, or a subtype of it. RFC 6763 §7, §7.1. */
const SERVICE = /^(?:[^.]+\._sub\.)?(_[^.]{1,16}\._(?:tcp|udp)\.local)$/
/** An instance, and its service type. A dot inside its label is escaped. RFC 6763 §4.1. */
const INSTANCE = /^(?!_sub\.)[^.]+\.(_[^.]{1,16}\._(?:tcp|udp)\.local)$/
/** The list of all service types. RFC 6763 §9. */
const TYPES = '_services._dns-sd._udp.local'
const LISTING = '_dns-sd._udp.local'

const instanceType = (name: string): string | undefined => {
  const type = INSTANCE.exec(name)?.[1]
  return type === LISTING ? undefined : type
}

const isHost = (name: string): boolean => HOST.test(name) && mayNameItself(name.split('.', 1)[0]!)

const isOwnable = (name: string): boolean => isHost(name) || instanceType(name) !== undefined

const reverseName = (ip: string): string => `${ip.split('.').reverse().join('.')}.in-addr.arpa`

/**
 * The records of a message that its sender may send to other devices. In a response, and in the authority section of a probe, these
 * are records of the sender itself: they claim names that are free. In the other sections of a query they are known answers,
 * which must be records of the devices that they are about.
 */
export function permittedRecords({ isResponse, records }: MdnsMessage, sender: NameOwner, names: Names): MdnsRecord[] {
  return records.flatMap((record) => {
    const isClaim = isResponse || record.section === 'authority'
    const subject = isClaim ? sender : subjectOf(record, names)
    if (!subject || !record.isInternet) return []
    const owns = (name: string): boolean =>
      // A goodbye (RFC 6762 §10.1) is valid for names that the sender has announced.
      isClaim && record.ttl > 0 ? names.claim(name, subject) : names.ownerOf(name)?.mac === subject.mac
    if (!isAbout(record, subject, owns)) return []
    const isShared = record.type === TYPE.PTR && record.name !== reverseName(subject.ip)
    return [isShared ? asShared(record) : record]
  })
}

/** The device that a known answer is about. */
const subjectOf = ({ name, target }: MdnsRecord, names: Names): NameOwner | undefined =>
  names.ownerOf(name) ?? (target === undefined ? undefined : names.ownerOf(target))

/** Whether a record describes this device and nothing else. IPv6 addresses never do: the home has none. */
function isAbout(
  { name, type, data, target = '' }: MdnsRecord,
  { ip }: NameOwner,
  owns: (name: string) => boolean,
): boolean {
  switch (type) {
    case TYPE.A:
      return isHost(name) && data.join('.') === ip && owns(name)
    case TYPE.SRV:
      return instanceType(name) !== undefined && isHost(target) && owns(name) && owns(target)
    case TYPE.TXT:
      return isOwnable(name) && owns(name)
    case TYPE.NSEC:
      return target === name && (name === reverseName(ip) || (isOwnable(name) && owns(name)))
    case TYPE.PTR:
      return isOwnPointer(name, target, ip, owns)
    default:
      return false
  }
}

function isOwnPointer(name: string, target: string, ip: string, owns: (name: string) => boolean): boolean {
  if (name === reverseName(ip)) return isHost(target) && owns(target)
  if (name === TYPES) return SERVICE.exec(target)?.[1] === target
  const type = SERVICE.exec(name)?.[1]
  return type !== undefined && instanceType(target) === type && owns(target)
}
