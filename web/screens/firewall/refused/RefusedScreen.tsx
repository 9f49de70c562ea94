import { RefusedList } from './RefusedList.tsx'

/** What the router has refused to the devices of the home. */
export const RefusedScreen = () => <RefusedList />
