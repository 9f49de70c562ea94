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

/** The way from a page back to the list that it belongs to. */
export const BackLink = createLink(Anchor)
