import type { ReactNode } from 'react'
import { BackLink } from './BackLink.tsx'
import { ButtonLink } from './ButtonLink.tsx'
import { Face } from './Face.tsx'
import { LoadState } from './LoadState.tsx'
import styles from './OnePage.module.css'

/** The lists whose entries have pages. */
export type ListPath =
  | '/admin/devices/kinds'
  | '/admin/links'
  | '/admin/plugins'
  | '/admin/schedules'
  | '/admin/schedules/rules'
  | '/admin/system/automations'
  | '/admin/system/notifications'
  | '/admin/traffic'
  | '/admin/vpn'
  | '/admin/wifi'

interface FoundOneProps {
  /** The list that it belongs to. */
  list: ListPath
  words: {
    /** The link to the list. */
    readonly back: string
    readonly missing: string
    readonly missingHint: string
    /** The title if the router does not answer. */
    readonly failed: string
  }
  /** What is read from the router for it: `data` is undefined until all of it is there. */
  query: { readonly data: unknown; readonly error: Error | null; readonly refetch: () => unknown }
  /** Of the placeholder. */
  height?: number
  /** Null until it is known what the page is about, and if nothing has this name. */
  children: ReactNode
}

/** One thing of a list, or a text if it is missing or could not be loaded. */
export const FoundOne = ({ list, words, query, height = 420, children }: FoundOneProps) =>
  children ??
  (query.data !== undefined ? (
    <Face title={words.missing} hint={words.missingHint} isAlone>
      <ButtonLink to={list} variant="default">
        {words.back}
      </ButtonLink>
    </Face>
  ) : (
    <LoadState title={words.failed} query={query} isAlone height={height} radius="lg" />
  ))

interface OnePageProps extends FoundOneProps {
  /** The device whose page it was opened from, and to which its link leads back in place of the list. */
  from?: { readonly identity: string; readonly name: string } | undefined
}

/** The frame of a page about one thing: a link to its list, and a text if it is missing or could not be loaded. */
export const OnePage = ({ from, ...found }: OnePageProps) => (
  <div className={styles.page}>
    {from ? (
      <BackLink to="/admin/devices/$identity" params={{ identity: from.identity }}>
        {from.name}
      </BackLink>
    ) : (
      <BackLink to={found.list}>{found.words.back}</BackLink>
    )}
    <FoundOne {...found} />
  </div>
)
