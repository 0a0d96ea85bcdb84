import { getRouteApi } from '@tanstack/react-router';
import { toMainTab } from '../pages/addresses/main-tab.ts';
import { MainPage } from '../pages/shell/main-page.tsx';

const route = getRouteApi('/frame/');

export function MainRoute() {
  const { tab, add, text } = route.useSearch();
  return <MainPage tab={toMainTab(tab)} entry={add && { add, text }} />;
}
