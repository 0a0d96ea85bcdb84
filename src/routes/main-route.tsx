import { getRouteApi } from '@tanstack/react-router';
import { toMainTab } from '../pages/addresses/main-tab.ts';
import { MainPage } from '../pages/shell/main-page.tsx';

const route = getRouteApi('/frame/');

export function MainRoute() {
  const { tab, account, add, text } = route.useSearch();
  return <MainPage tab={toMainTab(tab)} all={account === 'all'} entry={add && { add, text }} />;
}
