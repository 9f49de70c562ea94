import { Button, Switch } from '@mantine/core'
import { Fragment, useState } from 'react'
import { ownRole } from '../../../client/may.ts'
import dialog from '../../../parts/dialogs/Dialog.module.css'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import { isOpenTo, SECTIONS } from '../../../parts/navigation/sections.ts'
import { GO, SINGLE_KEYS } from '../../../parts/navigation/shortcut.ts'
import { searchTexts } from '../../../texts/home/search.ts'
import styles from './ShortcutList.module.css'

const texts = searchTexts.shortcuts

const labelOf = (path: string): string => SECTIONS.find(({ to }) => to === path)?.label ?? path

/** All keyboard shortcuts, and a switch for those of a single key, which disturb people who use speech input (WCAG 2.1.4). */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(localStorage.getItem(SINGLE_KEYS) !== 'off')
  const turn = (next: boolean) => {
    setOn(next)
    if (next) localStorage.removeItem(SINGLE_KEYS)
    else localStorage.setItem(SINGLE_KEYS, 'off')
  }
  return (
    <Dialog opened onClose={onClose} title={texts.title}>
      <dl className={styles.list}>
        <dt>
          <kbd>{texts.control}</kbd> + <kbd>K</kbd>
          {isOn && (
            <>
              {' '}
              {texts.or} <kbd>/</kbd>
            </>
          )}
        </dt>
        <dd>{texts.search}</dd>
        <dt>
          <kbd>Esc</kbd>
        </dt>
        <dd>{texts.close}</dd>
        {isOn && (
          <>
            <dt>
              <kbd>?</kbd>
            </dt>
            <dd>{texts.list}</dd>
            {Object.entries(GO)
              .filter(([, path]) => isOpenTo(ownRole(), path))
              .map(([letter, path]) => (
                <Fragment key={letter}>
                  <dt>
                    <kbd>G</kbd> {texts.after} <kbd>{letter.toUpperCase()}</kbd>
                  </dt>
                  <dd>{labelOf(path)}</dd>
                </Fragment>
              ))}
          </>
        )}
      </dl>
      <Switch
        label={texts.single}
        description={texts.singleHint}
        checked={isOn}
        onChange={({ currentTarget }) => turn(currentTarget.checked)}
      />
      <div className={dialog.answers}>
        <Button variant="default" onClick={onClose}>
          {texts.done}
        </Button>
      </div>
    </Dialog>
  )
}
