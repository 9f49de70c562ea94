import type { ReactNode } from 'react'
import { BackLink } from './BackLink.tsx'
import { ButtonLink } from './ButtonLink.tsx'
import { Face } from './Face.tsx'
import { LoadState } from './LoadState.tsx'
import styles from './OnePage.module.css'

interface OnePageProps {
  /** The list that it belongs to. */
  list:
    | '/admin/devices/kinds'
    | '/admin/vpn'
    | '/admin/schedules'
    | '/admin/schedules/rules'
    | '/admin/plugins'
    | '/admin/system/notifications'
  /** The device whose page it was opened from, and to which its link leads back in place of the list. */
  from?: { readonly identity: string; readonly name: string } | undefined
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
  /** Null until it is known what the page is about, and if nothing has this name. */
  children: ReactNode
}

/** The frame of a page about one thing: a link to its list, and a text if it is missing or could not be loaded. */
export const OnePage = ({ list, from, words, query, children }: OnePageProps) => (
  <div className={styles.page}>
    {from ? (
      <BackLink to="/admin/devices/$identity" params={{ identity: from.identity }}>
        {from.name}
      </BackLink>
    ) : (
      <BackLink to={list}>{words.back}</BackLink>
    )}
    {children ??
      (query.data !== undefined ? (
        <Face title={words.missing} hint={words.missingHint} isAlone>
          <ButtonLink to={list} variant="default">
            {words.back}
          </ButtonLink>
        </Face>
      ) : (
        <LoadState title={words.failed} query={query} isAlone height={420} radius="lg" />
      ))}
  </div>
)
