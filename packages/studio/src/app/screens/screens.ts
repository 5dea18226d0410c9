import type { Component } from 'svelte'
import type { RouteName } from '../shell/routes.ts'
import Alarms from './alarms/Alarms.svelte'
import Data from './data/Data.svelte'
import History from './history/History.svelte'
import Promised from './promise/Promise.svelte'
import Review from './review/Review.svelte'
import Start from './start/Start.svelte'
import Watch from './watch/Watch.svelte'

/** The screen of each route. */
export const screens: Record<RouteName, Component> = {
  start: Start,
  data: Data,
  promise: Promised,
  alarms: Alarms,
  review: Review,
  watch: Watch,
  history: History,
}
