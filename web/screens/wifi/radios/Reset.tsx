import { Button } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { radios } from '../../../../router/model/wifi/radios/contract.ts'
import type { WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'
import { call } from '../../../client/client.ts'
import { Confirmed } from '../../../parts/dialogs/Confirmed.tsx'
import { wifiPageTexts } from '../../../texts/wifi/pages.ts'
import styles from './Reset.module.css'
import { useRadioChange } from './useRadioChange.ts'

const texts = wifiPageTexts.radio

/** Resets the settings of a radio after a confirmation. */
export function Reset({ radio: { Interface } }: { radio: WifiRadio }) {
  const reset = useRadioChange(() => call(radios.reset, { params: { interface: Interface } }))
  return (
    <Confirmed title={texts.resetTitle(Interface)} hint={texts.resetHint} confirm={texts.resetConfirm} action={reset}>
      {(open) => (
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
      )}
    </Confirmed>
  )
}
