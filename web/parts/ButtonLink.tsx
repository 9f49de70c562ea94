import { Button } from '@mantine/core'
import { createLink } from '@tanstack/react-router'

/** A link to a screen that looks like a button, and whose address is checked like any other. */
export const ButtonLink = createLink(Button<'a'>)
