import type { Found } from '../../../model/dns/names/found.ts'

/** Watches names, or with a dot in front domains with their subdomains, for one purpose. */
export type WatchNames = (names: readonly string[], onFound: (name: string, found: Found) => Promise<unknown>) => void

/** Shares the one list of watched names of the resolver: each call returns a part of it. */
export function shareWatch(watch: WatchNames): () => WatchNames {
  const parts: { names: readonly string[]; onFound: Parameters<WatchNames>[1] }[] = []
  const onFound = (name: string, found: Found): Promise<unknown> =>
    Promise.all(parts.map((part) => part.onFound(name, found)))
  return () => {
    const part = {
      names: [] as readonly string[],
      onFound: async (): Promise<unknown> => undefined,
    } as (typeof parts)[0]
    parts.push(part)
    return (names, found) => {
      part.names = names
      part.onFound = found
      watch([...new Set(parts.flatMap((one) => one.names))], onFound)
    }
  }
}
