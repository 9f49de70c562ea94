import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Invalid } from '../../../errors.ts'
import type { Statement } from '../../../model/vpn/sites/site.ts'
import { KEY } from '../../../model/vpn/wireguard/contract.ts'
import { WireguardEndpoint } from '../../../model/vpn/wireguard/endpoint.ts'
import { type Phrase, phrase } from '../../../phrases/phrase.ts'
import { overlap, PRIVATE_NETS, parseSubnet } from '../../../values/subnet.ts'

const PREFIX = 'sallyport-site-'
const VERSION = 1
/** Hexadecimal digits of the SHA-256 hash of the rest. */
const CHECKSUM_LENGTH = 8
export const MOST_NETWORKS = 64

/** The contents of a text. `Secret` is the half of the preshared key. */
export interface SiteText extends Statement {
  readonly PublicKey: string
  readonly Secret: string
}

const Key = z.string().regex(new RegExp(`^${KEY}$`, 'u'))
const Network = z.string().refine((text) => {
  const net = parseSubnet(text)
  return net !== undefined && PRIVATE_NETS.some((one) => one.prefix <= net.prefix && overlap(one, net))
})
const Payload = z.object({
  key: Key,
  secret: Key,
  endpoint: z.union([z.literal(''), WireguardEndpoint]),
  networks: z.array(Network).min(1).max(MOST_NETWORKS),
})

/** A text that cannot be used. */
export const invalidSiteText = (reason: Phrase): Invalid => new Invalid(reason, 'Text')

/** The text for the other home: one line of letters, digits and `:._-`. */
export function formatSiteText({ PublicKey, Secret, Endpoint: endpoint, Networks }: SiteText): string {
  const payload = JSON.stringify({ key: PublicKey, secret: Secret, endpoint, networks: Networks })
  const body = `${PREFIX}${VERSION}:${Buffer.from(payload).toString('base64url')}`
  return `${body}.${checksum(body)}`
}

/** Parses the text of another home. Line breaks and spaces of a mail program are ignored. Throws `Invalid`. */
export function parseSiteText(given: string): SiteText {
  const text = given.replace(/\s+/gu, '')
  const [, version] = /^sallyport-site-(\d{1,4}):/.exec(text) ?? []
  if (version === undefined) throw invalidSiteText(phrase('vpn.siteTextForeign', PREFIX))
  if (Number(version) !== VERSION) throw invalidSiteText(phrase('vpn.siteTextVersion', version, VERSION))
  const at = text.lastIndexOf('.')
  const body = text.slice(0, Math.max(0, at))
  if (at < 0 || text.slice(at + 1) !== checksum(body)) throw invalidSiteText(phrase('vpn.siteTextAltered'))
  const payload = Payload.safeParse(decode(body.slice(body.indexOf(':') + 1)))
  if (!payload.success)
    throw invalidSiteText(
      payload.error.issues[0]?.path[0] === 'networks'
        ? phrase('vpn.siteNetworksNotPrivate')
        : phrase('vpn.siteTextContents'),
    )
  const { key, secret, endpoint, networks } = payload.data
  return { PublicKey: key, Secret: secret, Endpoint: endpoint, Networks: networks }
}

const checksum = (body: string): string => createHash('sha256').update(body).digest('hex').slice(0, CHECKSUM_LENGTH)

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
