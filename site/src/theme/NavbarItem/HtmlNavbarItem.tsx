import type { Props } from '@theme/NavbarItem/HtmlNavbarItem'
import clsx from 'clsx'
import type { ReactNode } from 'react'

/** An entry of the bar that is HTML. In the sidebar of a phone it is part of a list; the theme's own is none there. */
export default function HtmlNavbarItem({ value, className, mobile, isDropdownItem }: Props): ReactNode {
  const Part = mobile || isDropdownItem ? 'li' : 'div'
  const place = mobile ? 'menu__list-item' : isDropdownItem ? '' : 'navbar__item'
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it comes from the configuration of the site
  return <Part className={clsx(place, className)} dangerouslySetInnerHTML={{ __html: value }} />
}
