import { Invalid } from '../../../errors.ts'
import { phrase } from '../../../phrases/phrase.ts'

/** Without similar characters, and without characters that a wifi QR code has to escape. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789=#%+-*'
const LENGTH = 16

/** Bytes from here on would favour the first characters. */
const FAIR = 256 - (256 % ALPHABET.length)

const randomBytes = (): Uint8Array => crypto.getRandomValues(new Uint8Array(2 * LENGTH))

/** Sixteen characters, each drawn uniformly from 60: about 94 bits. */
export function generatePassphrase(random: () => Uint8Array = randomBytes): string {
  let text = ''
  while (text.length < LENGTH) {
    for (const byte of random()) if (byte < FAIR && text.length < LENGTH) text += ALPHABET[byte % ALPHABET.length]
  }
  return text
}

/** Throws `Invalid` for a passphrase that is invalid for wifi or in the access point's files. */
export function checkPassphrase(text: string, field: string): void {
  if (text.length < 8) throw new Invalid(phrase('home.passphraseTooShort'), field)
  if (new TextEncoder().encode(text).length > 63) throw new Invalid(phrase('home.passphraseTooLong'), field)
  if (!/^[^\p{C}\p{Zl}\p{Zp}|]*$/u.test(text)) throw new Invalid(phrase('home.passphraseCharacters'), field)
}
