import type { Outage } from '../../../router/features/wan/status.ts'
import { homeTexts } from '../../texts/home.ts'
import { faultWords } from '../links/faultWords.ts'

/** Why an uplink is down, with the uplink where another one works. Loaded during an outage. */
export function Because({ outage, link }: { outage: Outage; link: string | undefined }) {
  const reason = faultWords(outage)
  return reason && `${homeTexts.internet.because(reason, link)} `
}
