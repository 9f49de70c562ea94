import Link from '@docusaurus/Link'
import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Header as Entries, SiteLink } from '../../../../links.ts'
import styles from './styles.module.css'

const Entry = ({ link, className = '' }: { readonly link: SiteLink; readonly className?: string }): ReactNode => {
  const { label, ...place } = link
  return (
    <Link className={`${styles.entry} ${className}`} {...place}>
      {label}
    </Link>
  )
}

const ICONS = {
  shop: 'M4 4h2l2.2 10.2a1 1 0 0 0 1 .8h7.6a1 1 0 0 0 1-.8L19.5 8H7M10 19.5a.75.75 0 1 0 0-1.5.75.75 0 0 0 0 1.5zM16.5 19.5a.75.75 0 1 0 0-1.5.75.75 0 0 0 0 1.5z',
  source: 'M8.5 7.5 4 12l4.5 4.5M15.5 7.5 20 12l-4.5 4.5M13.5 5l-3 14',
  chat: 'M5 5h14a1.5 1.5 0 0 1 1.5 1.5v8A1.5 1.5 0 0 1 19 16h-7l-4.5 3.5V16H5a1.5 1.5 0 0 1-1.5-1.5v-8A1.5 1.5 0 0 1 5 5zM8 10.5h.01M12 10.5h.01M16 10.5h.01',
} as const

const IconLink = ({
  link,
  icon,
}: {
  readonly link: SiteLink | undefined
  readonly icon: keyof typeof ICONS
}): ReactNode => {
  if (!link) return null
  const { label, ...place } = link
  return (
    <Link className={styles.icon} aria-label={label} title={label} {...place}>
      <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
        <path
          d={ICONS[icon]}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </Link>
  )
}

/** Opens on hover, and on a press or Enter, which also close it; so do Escape, a press outside, and the focus outside. */
function Features({ entries, others }: Readonly<Record<'entries' | 'others', readonly SiteLink[]>>): ReactNode {
  const [isOpen, setIsOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isUnderMouse = useRef(false)
  const hover = (isOver: boolean, pointer: string): void => {
    if (pointer !== 'mouse') return
    isUnderMouse.current = isOver
    setIsOpen(isOver)
  }
  useEffect(() => {
    if (!isOpen) return
    const touch = ({ target }: PointerEvent): void => {
      if (!menu.current?.contains(target as Node)) setIsOpen(false)
    }
    addEventListener('pointerdown', touch)
    return () => removeEventListener('pointerdown', touch)
  }, [isOpen])
  const leave = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget)) setIsOpen(false)
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return
    setIsOpen(false)
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what can be pressed is inside; here is listened for leaving
    <div
      ref={menu}
      className={styles.dropdown}
      onPointerEnter={({ pointerType }) => hover(true, pointerType)}
      onPointerLeave={({ pointerType }) => hover(false, pointerType)}
      onBlur={leave}
      onKeyDown={press}
    >
      <button
        ref={button}
        type="button"
        className={styles.entry}
        aria-expanded={isOpen}
        aria-controls="features"
        onClick={() => setIsOpen((before) => isUnderMouse.current || !before)}
      >
        Features
        <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
          <path d="M2 3.5 5 6.5l3-3" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
        </svg>
      </button>
      <ul id="features" className={styles.menu} hidden={!isOpen}>
        {entries.map((link) => (
          <li key={link.label}>
            <Entry link={link} />
          </li>
        ))}
        {others.map((link) => (
          <li key={link.label} className={styles.ifNarrow}>
            <Entry link={link} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The header of every page: what there is, before what one reads. */
export function Header(): ReactNode {
  const { before, features, after, shop, source, chat } = useDocusaurusContext().siteConfig.customFields!
    .header as Entries
  return (
    <div className={styles.header}>
      <nav aria-label="Sallyport" className={styles.row}>
        {before.map((link) => (
          <Entry key={link.label} link={link} className={styles.ifWide} />
        ))}
        <Features entries={features} others={[...before, ...after]} />
        {after.map((link) => (
          <Entry key={link.label} link={link} className={styles.ifWide} />
        ))}
        <span className={styles.gap} />
        <IconLink link={shop} icon="shop" />
        <IconLink link={source} icon="source" />
        <IconLink link={chat} icon="chat" />
      </nav>
    </div>
  )
}
