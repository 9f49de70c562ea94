import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { ownRole } from '../../client/may.ts'
import { isOpenTo } from '../navigation/sections.ts'

const Anchor = (props: ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>) => (
  <Button component="a" {...props} />
)

const AnyLink = createLink(Anchor)

/** A link to a screen that looks like a button, with a type-checked address. Nothing if the screen is not open to the user. */
export const ButtonLink: typeof AnyLink = (props) => (
  <>{isOpenTo(ownRole(), String(props.to)) && <AnyLink {...props} />}</>
)
