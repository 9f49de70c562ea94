import Original from '@theme-original/MDXComponents'
import { Listing } from '../../parts/Listing.tsx'

/** What Markdown may name. */
export default { ...Original, Listing }
