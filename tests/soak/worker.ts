import { KINDS, stopServers } from './kinds.ts';
import { serve } from './serve.ts';

serve(KINDS, stopServers);
