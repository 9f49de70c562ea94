import { itemsInText } from '../../internet/links/lists.ts'

/** Entries of the field with a port, which is that of the server where none was typed. */
export const endpointsOf = (text: string, port: number): string[] =>
  itemsInText(text).map((item) => (/:\d+$/.test(item) ? item : `${item}:${port}`))

/** Address and port of `203.0.113.9:40000` or `[2001:db8::1]:40000`. Undefined for `(none)`. */
export function hostOfEndpoint(endpoint: string): string | undefined {
  return /^\[?([\d.a-fA-F:]+?)\]?:\d+$/.exec(endpoint)?.[1]
}
