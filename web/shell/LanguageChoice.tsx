import { ActionIcon } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from '../parts/dialogs/Dialog.tsx'
import { LanguageNames } from '../parts/page/LanguageNames.tsx'
import { languageTexts as texts } from '../texts/language.ts'

/** A button that opens the choice of the language. */
export function LanguageChoice() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-haspopup="dialog"
        aria-label={texts.choose}
        title={texts.choose}
        onClick={() => setOpen(true)}
      >
        <IconLanguage size={20} stroke={1.6} />
      </ActionIcon>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={texts.choose}>
        <LanguageNames />
      </Dialog>
    </>
  )
}
