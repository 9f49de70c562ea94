import { z } from 'zod'

/** Names that `/proc/sys/net/ipv4/conf` has for all links and for new ones are excluded: the kernel gives them to no link. */
const LINK_NAME = /^(?!(?:all|default)$)[A-Za-z][A-Za-z0-9_-]*(\.[A-Za-z0-9][A-Za-z0-9_-]*)*$/
const LONGEST_NAME = 15
const LINK_RULE = 'must be an interface name of at most 15 letters, digits, dashes and dots, and not `all` or `default`'

export const isLinkName = (text: string): boolean => text.length <= LONGEST_NAME && LINK_NAME.test(text)

export const LinkName = z.string().max(LONGEST_NAME, LINK_RULE).regex(LINK_NAME, LINK_RULE).meta({ example: 'eth0' })
