import { CATEGORIES, type Fingerprint, type SignalType } from '../../../../router/model/home/kinds/fingerprint.ts'
import type { Signals } from '../../../../router/model/home/kinds/signals.ts'
import { kindRuleTexts as texts } from '../../../texts/home/kinds.ts'
import { kindName } from '../devices/kindName.ts'

export const MOST_PATTERN = 128
export const MOST_LABEL = 64

export type FingerprintCondition = Pick<Fingerprint, 'SignalType' | 'Pattern'>

export const blankRule = (): Fingerprint => ({
  SignalType: 'hostname',
  Pattern: '',
  Vendor: '',
  Category: CATEGORIES[0],
  Model: '',
  Weight: 80,
  Decisive: false,
})

/** The rule with trimmed fields, to be stored. */
export const trimmed = (rule: Fingerprint): Fingerprint => ({
  ...rule,
  Pattern: rule.Pattern.trim(),
  Vendor: rule.Vendor.trim(),
  Category: rule.Category.trim(),
  Model: rule.Model.trim(),
})

export const hasResult = ({ Category, Vendor, Model }: Fingerprint): boolean =>
  Category !== '' || Vendor !== '' || Model !== ''

export const conditionWords = ({ SignalType, Pattern }: FingerprintCondition): string =>
  texts.condition(texts.signals[SignalType], Pattern)

/** Kind, manufacturer and model, and how certain the kind is. */
export const fingerprintWords = ({ Category, Vendor, Model, Weight, Decisive }: Fingerprint): string =>
  [kindName(Category), Vendor, Model, Category !== '' && (Decisive ? texts.always : texts.percent(Weight))]
    .filter((part) => part !== '' && part !== false)
    .join(' · ')

/** The conditions that match a device by each of its signals. */
export function conditionsFor(signals: Signals): FingerprintCondition[] {
  const { MAC, RandomMAC, OUIVendor, Hostname, VendorClass, ParamReqList, Services, TXT, SSDPHeaders, Domains } =
    signals
  const sources: readonly (readonly [SignalType, readonly string[]])[] = [
    ['hostname', [Hostname]],
    ['vendor_class', [VendorClass]],
    ['dhcp_params', [ParamReqList]],
    ['mac_vendor', [OUIVendor]],
    ['oui', RandomMAC ? [] : [MAC.slice(0, 8)]],
    ['mdns_service', Services],
    ['mdns_txt', Object.entries(TXT).map(([key, value]) => `${key}=${value}`)],
    ['ssdp', Object.values(SSDPHeaders)],
    ['dns', Domains],
  ]
  return sources.flatMap(([SignalType, all]) =>
    [...new Set(all)].filter((text) => text !== '').map((text) => ({ SignalType, Pattern: shortened(text) })),
  )
}

const shortened = (text: string): string => (text.length > MOST_PATTERN ? `${text.slice(0, MOST_PATTERN - 1)}*` : text)
