import { getRouteApi } from '@tanstack/react-router';
import { MainPage } from '../features/shell/main-page.tsx';
import { toMainTab } from '../features/shell/main-tab.ts';

const route = getRouteApi('/frame/');

export function MainRoute() {
  const { tab, add, text } = route.useSearch();
  return <MainPage tab={toMainTab(tab)} entry={add && { add, text }} />;
}
