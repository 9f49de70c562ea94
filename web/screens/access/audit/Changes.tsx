import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconHistory, IconSearchOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Face } from '../../../parts/layout/Face.tsx'
import { Chosen, FilterBar, SearchField } from '../../../parts/lists/FilterBar.tsx'
import listBox from '../../../parts/lists/ListBox.module.css'
import { Pages } from '../../../parts/lists/Pages.tsx'
import { texts } from '../../../texts/machine/logs.ts'
import { Change } from './Change.tsx'
import { useChanges } from './useChanges.ts'

const TYPING_MS = 250

/** The audit log: user, time, address, and values before and after. */
export function Changes() {
  const [what, setWhat] = useState('')
  const [who, setWho] = useState('')
  const [sought] = useDebouncedValue(what.trim(), TYPING_MS)
  const pages = useChanges(sought, who)
  const showAll = () => {
    setWhat('')
    setWho('')
  }
  return (
    <>
      <FilterBar>
        <SearchField label={texts.change.search} value={what} onChange={setWhat} />
        {who && (
          <Chosen clear={texts.change.allUsers} onClear={() => setWho('')}>
            {texts.change.who}: <strong>{who}</strong>
          </Chosen>
        )}
      </FilterBar>
      <Pages
        pages={pages}
        lines={pages.data?.pages.flat()}
        words={texts.change}
        empty={
          sought || who ? (
            <Face
              icon={<IconSearchOff size={32} stroke={1.5} />}
              title={texts.change.noMatch}
              hint={texts.change.noMatchHint}
            >
              <Button variant="default" onClick={showAll}>
                {texts.change.showAll}
              </Button>
            </Face>
          ) : (
            <Face
              icon={<IconHistory size={32} stroke={1.5} />}
              title={texts.change.empty}
              hint={texts.change.emptyHint}
            />
          )
        }
      >
        {(changes) => (
          <ol className={listBox.box}>
            {changes.map((entry) => (
              <Change key={entry.Id} entry={entry} onWho={setWho} />
            ))}
          </ol>
        )}
      </Pages>
    </>
  )
}
