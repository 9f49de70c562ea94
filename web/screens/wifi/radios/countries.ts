import { byName } from '../../../parts/lists/natural.ts'
import { locale } from '../../../parts/values/locale.ts'

/** The countries that the kernel has rules for (wireless-regdb), by ISO 3166-1. */
const CODES =
  'AD AE AF AI AL AM AN AR AS AT AU AW AZ BA BB BD BE BF BG BH BL BM BN BO BR BS BT BY BZ CA CF CH CI CL CN CO CR CU CX CY CZ ' +
  'DE DK DM DO DZ EC EE EG ES ET FI FM FR GB GD GE GF GH GL GP GR GT GU GY HK HN HR HT HU ID IE IL IN IR IS IT JM JO JP KE KH KN ' +
  'KP KR KW KY KZ LB LC LI LK LS LT LU LV MA MC MD ME MF MH MK MN MO MP MQ MR MT MU MV MW MX MY NG NI NL NO NP NZ OM PA PE PF PG ' +
  'PH PK PL PM PR PT PW PY QA RE RO RS RU RW SA SE SG SI SK SN SR SV SY TC TD TG TH TN TR TT TW TZ UA UG US UY UZ VC VE VI VN VU ' +
  'WF WS YE YT ZA ZW'

const names = new Intl.DisplayNames(locale, { type: 'region' })

/** Countries for a select, by name. One that is set but not among them is included. */
export function countryOptions(set: string): { readonly value: string; readonly label: string }[] {
  const codes = CODES.split(' ')
  return [...new Set(set && !codes.includes(set) ? [...codes, set] : codes)]
    .map((value) => ({ value, label: countryLabel(value) }))
    .sort((a, b) => byName(a.label, b.label))
}

/** `Germany`; the code itself if it has no name. */
function countryLabel(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

/** The country of the browser's language, such as `DE` of `de-DE`; empty if it has none. */
export const browserCountry = (language: string): string => {
  try {
    return new Intl.Locale(language).region ?? ''
  } catch {
    return ''
  }
}
