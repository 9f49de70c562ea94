import type { GivenList } from '../../../../router/model/dns/blocklists/given.ts'
import { dnsTexts } from '../../../texts/dns/dns.ts'

interface Suggestion {
  readonly name: string
  readonly hint: string
  readonly uri: GivenList['URI']
  readonly category: string
}

const hagezi = (file: string) => `https://raw.githubusercontent.com/hagezi/dns-blocklists/main/adblock/${file}.txt`
const { suggestions: hints } = dnsTexts

/** Popular lists, the least strict first. The router downloads a list only after the owner has added it. */
export const SUGGESTIONS: readonly Suggestion[] = [
  { name: 'OISD small', hint: hints.oisdSmall, uri: 'https://small.oisd.nl', category: 'ads' },
  { name: 'OISD big', hint: hints.oisdBig, uri: 'https://big.oisd.nl', category: 'ads' },
  {
    name: 'StevenBlack',
    hint: hints.stevenBlack,
    uri: 'https://raw.githubusercontent.com/StevenBlack/hosts/master/hosts',
    category: 'ads',
  },
  { name: 'HaGeZi Pro', hint: hints.hageziPro, uri: hagezi('pro'), category: 'ads' },
  { name: 'HaGeZi Threats', hint: hints.hageziThreats, uri: hagezi('tif'), category: 'threats' },
  { name: 'HaGeZi Gambling', hint: hints.hageziGambling, uri: hagezi('gambling'), category: 'gambling' },
  { name: 'OISD NSFW', hint: hints.oisdNsfw, uri: 'https://nsfw.oisd.nl', category: 'adults' },
]

/** The title of a list: its own for a popular one, otherwise from its URL. */
export function nameOfList(uri: string): string {
  const known = SUGGESTIONS.find((one) => one.uri === uri)
  if (known) return known.name
  if (!URL.canParse(uri)) return uri
  const { host, pathname } = new URL(uri)
  const file = pathname.split('/').at(-1)
  return file ? `${file} (${host})` : host
}
