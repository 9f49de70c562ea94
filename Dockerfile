# The virtual home in a container; compose.yaml starts it. Without --privileged it is the demonstration home.
FROM debian:12

RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates libatomic1 npm \
 && rm -rf /var/lib/apt/lists/*

WORKDIR /sallyport
COPY . .
# The programs of the home, the npm packages, the app and the documentation: a start then needs no internet.
RUN node bin/sallyport.js prepare && rm -rf /var/lib/apt/lists/* /root/.npm

ENV SALLYPORT_HOST=0.0.0.0 SALLYPORT_DATA=/data
VOLUME /data
EXPOSE 8000
CMD ["node", "bin/sallyport.js", "start"]
