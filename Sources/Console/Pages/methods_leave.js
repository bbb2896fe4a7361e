"use strict";

/** Goes on to the provider at once. Without this the page's link does it. */
location.replace(document.getElementById("leave").href);
