import type { ReactNode } from 'react'

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const plain = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')

/** A text in which the service has marked what was looked for. Only its marks are markup here. */
export function Marked({ text }: { readonly text: string }): ReactNode {
  return text.split(/(<mark>.*?<\/mark>)/s).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, which change together
    part.startsWith('<mark>') ? <mark key={at}>{plain(part.slice(6, -7))}</mark> : plain(part),
  )
}
