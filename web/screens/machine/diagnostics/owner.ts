/** The kind of a lookup. */
export type Sought =
  | { readonly kind: 'address'; readonly ip: string }
  | { readonly kind: 'device'; readonly mac: string }
  | { readonly kind: 'name'; readonly text: string }

/** Recognised by its format: numbers with dots, pairs of digits with colons or dashes, otherwise a name. */
export function soughtIn(typed: string): Sought {
  const text = typed.trim()
  if (/^[\d.]+$/.test(text) && text.includes('.')) return { kind: 'address', ip: text }
  if (/^[\da-f]{2}([:-][\da-f]{2}){5}$/i.test(text)) return { kind: 'device', mac: text.replaceAll(':', '-') }
  return { kind: 'name', text }
}
