import { useDocumentTitle } from '@mantine/hooks'
import { texts } from '../../texts.ts'

/** Sets the title of the page: that of the screen, and the name of the product. */
export const usePageTitle = (title: string): void => useDocumentTitle(`${title} · ${texts.product}`)
