import { IconArrowLeft } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import styles from './BackLink.module.css'

const Anchor = ({ children, ...props }: ComponentProps<'a'>) => (
  <a {...props} className={styles.back}>
    <IconArrowLeft size={18} stroke={1.6} aria-hidden />
    {children}
  </a>
)

/** A link from a page back to its list. */
export const BackLink = createLink(Anchor)
