import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRestore } from '@tabler/icons-react'
import { radios } from '../../../router/model/wifi/radios/contract.ts'
import type { WifiRadio } from '../../../router/model/wifi/radiostate/state.ts'
import { call } from '../../client/client.ts'
import { ConfirmDialog } from '../../parts/dialogs/ConfirmDialog.tsx'
import { wifiPageTexts } from '../../texts/wifi/pages.ts'
import styles from './Reset.module.css'
import { useRadioChange } from './useRadioChange.ts'

const texts = wifiPageTexts.radio

/** Resets the settings of a radio after a confirmation. */
export function Reset({ radio: { Interface } }: { radio: WifiRadio }) {
  const [asked, { open, close }] = useDisclosure(false)
  const reset = useRadioChange(() => call(radios.reset, { params: { interface: Interface } }), close)
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        justify="start"
        className={styles.ask}
        leftSection={<IconRestore size={18} stroke={1.6} />}
        onClick={open}
      >
        {texts.reset}
      </Button>
      <ConfirmDialog
        opened={asked}
        onClose={close}
        title={texts.resetTitle(Interface)}
        confirm={texts.resetConfirm}
        onConfirm={() => reset.mutate()}
        action={reset}
      >
        <p>{texts.resetHint}</p>
      </ConfirmDialog>
    </>
  )
}
