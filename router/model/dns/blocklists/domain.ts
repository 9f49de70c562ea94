import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'

const LABEL = '[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?'
const SHAPE = new RegExp(`^(?=.{1,253}$)${LABEL}(\\.${LABEL})*$`)

/**
 * A domain in its one spelling: lower case, with a dot at the end, other alphabets as the DNS has them (RFC 5891). A dot alone
 * is the root, and so every name there is. Undefined when it is no domain.
 */
export function domainOf(text: string): string | undefined {
  const given = text.trim().toLowerCase()
  if (given === '.') return given
  const name = ascii(given.replace(/\.$/, ''))
  return SHAPE.test(name) ? `${name}.` : undefined
}

function ascii(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  if (/^[\x00-\x7f]*$/.test(name) || /[\s/?#@:\\[\]%]/.test(name)) return name
  return URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : ''
}

/** A domain, which includes all its subdomains. */
export const Domain = z
  .string()
  .max(500)
  .regex(/\S/u, schemaPhrase('dns.domainRooted'))
  .transform((text, context) => {
    const domain = domainOf(text)
    if (domain !== undefined) return domain
    context.addIssue(schemaPhrase('dns.domainRooted'))
    return z.NEVER
  })
  .meta({
    'x-rule':
      'Labels of 1 to 63 letters, digits, hyphens and underscores with dots between, 253 characters in all; other scripts as in IDNA',
  })
