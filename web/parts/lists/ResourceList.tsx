import { IconChevronRight } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { LoadState } from '../layout/LoadState.tsx'
import { Section } from '../layout/Section.tsx'
import styles from './Rows.module.css'

interface ResourceListProps<Resource> extends Omit<ComponentProps<typeof Section>, 'children' | 'changes'> {
  /** What is read from the router for it: `data` is undefined until it is there. */
  query: {
    readonly data: readonly Resource[] | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  /** The title of an error. */
  failed: string
  /** Shown without resources, unless the hint says it. */
  empty?: string
  /** The row of a resource, with a key. */
  children: (resource: Resource) => ReactNode
}

/** A section that lists resources, each with a link to its page. */
export const ResourceList = <Resource,>(props: ResourceListProps<Resource>) => {
  const { query, failed, empty, children, ...section } = props
  const { data } = query
  return (
    <Section {...section}>
      {data ? (
        <ul className={styles.list}>
          {data.map(children)}
          {data.length === 0 && empty !== undefined && <li className={`quiet ${styles.empty}`}>{empty}</li>}
        </ul>
      ) : (
        <LoadState title={failed} query={query} height={48} />
      )}
    </Section>
  )
}

interface RowProps extends ComponentProps<'a'> {
  name: string
  /** In the colour of `data-state`. */
  status: string
}

const Row = ({ name, status, children, ...link }: RowProps) => (
  <li className={styles.item}>
    <a {...link} className={styles.row}>
      <strong className={styles.name}>{name}</strong>
      <span className={styles.state}>{status}</span>
      {children}
      <IconChevronRight size={18} stroke={1.6} aria-hidden />
    </a>
  </li>
)

/** A row of `ResourceList`: its name, its state and details, each in a `span`. */
export const ResourceRow = createLink(Row)
