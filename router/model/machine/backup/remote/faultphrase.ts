import { type Code, Phrase, phrase, verbatim } from '../../../../phrases/phrase.ts'
import type { RemoteFault } from './fault.ts'

/** Where the detail of a fault is: it follows in parentheses, is a part of the sentence, or is left out. */
const DETAILS: Readonly<Record<Exclude<RemoteFault['Code'], 'other'>, 'follows' | 'inside' | 'none'>> = {
  login: 'follows',
  new_host_key: 'none',
  other_host_key: 'inside',
  folder_access: 'follows',
  folder_read: 'follows',
  no_file: 'follows',
  no_folder: 'follows',
  no_bucket: 'follows',
  unknown_name: 'inside',
  refused: 'none',
  unreachable: 'none',
  no_tls: 'none',
  certificate_name: 'none',
  certificate_early: 'none',
  certificate_expired: 'none',
  certificate_untrusted: 'none',
  clocks: 'follows',
  not_stored: 'follows',
  redirect: 'follows',
  not_written: 'follows',
  no_space: 'follows',
  status: 'inside',
}

/** The fault in words. */
export function remoteFaultPhrase({ Code: fault, Detail }: RemoteFault): Phrase {
  if (fault === 'other') return verbatim(Detail)
  const code: Code = `remoteFault.${fault}`
  const detail = DETAILS[fault]
  if (detail === 'inside') return new Phrase(code, [Detail])
  const words = new Phrase(code, [])
  return detail === 'follows' && Detail !== '' ? phrase('remoteFault.because', words, Detail) : words
}
